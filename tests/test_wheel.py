"""What is published is whole: the wheel carries its data and works far from any checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import referee

CHECKOUT = Path(referee.__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)],
        cwd=CHECKOUT, check=True, capture_output=True,
    )  # fmt: skip
    return next(into.glob("*.whl"))


def shipped(folder: str) -> set[str]:
    """The data files that git knows, or would; not the programs that learn some of them."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder, ":!models/training"],
        cwd=CHECKOUT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return {name for name in listed.stdout.split("\n") if name and (CHECKOUT / name).is_file()}


@pytest.mark.skipif(not (CHECKOUT / ".git").exists(), reason="not a checkout")
@pytest.mark.parametrize("folder", ["grammars", "scenarios", "models"])
def test_the_wheel_carries_its_data(wheel: Path, folder: str) -> None:
    with zipfile.ZipFile(wheel) as packed:
        data = {name.removeprefix("referee/_data/") for name in packed.namelist() if "/_data/" in name}
    assert {name for name in data if name.startswith(f"{folder}/")} == shipped(folder)


def test_the_wheel_carries_the_whole_package_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if ".dist-info/" not in name]
        size = sum(entry.file_size for entry in packed.infolist())
    assert {name.split("/")[0] for name in names} == {"referee"}
    modules = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "referee").rglob("*.py")}
    assert modules == {name for name in names if name.endswith(".py")}
    assert not [name for name in names if "__pycache__" in name]
    assert size < 10_000_000, "models and recordings have no place in the wheel"


def test_the_wheel_works_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(installed)
    environment = {**os.environ, "PYTHONPATH": str(installed), "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("SONAR_MODELS", None)

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    places = run("-c", "from referee import paths; print(paths.checkout(), paths.grammars(), paths.models())").split()
    assert places[0] == "None"
    assert places[1:] == [str(installed / "referee/_data/grammars"), str(tmp_path / "sonar-referee/models")]
    assert "referee play" in run("-m", "referee", "--language", "fr")
    assert "vosk-model-small-fr" in run("-m", "referee", "models", "list")
