"""Learning anew: from whom, in which rooms, and into which file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from models.training import __main__ as program
from models.training.scenes import Scenes
from referee.hearing.waveform import RATE

LINES = [("a", "learn", "head N"), ("b", "learn", "-"), ("c", "choose", "head N"), ("d", "report", "head N")]


def _folder(folder: Path) -> Path:
    lines = ["file\tlanguage\tgame\tvoice\ttext\torder\tbegin\tend\tpart"]
    for name, part, order in LINES:
        sound = np.zeros(RATE, np.float32)
        sound[3200:12800] = 0.3 * np.sin(np.arange(9600) / 5)
        soundfile.write(folder / f"{name}.flac", sound, RATE)
        lines.append(f"{name}.flac\ten\tcaptain-sonar\tkok:{name}@1.0\t{name}\t{order}\t0.2\t0.8\t{part}")
    (folder / "index.tsv").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_only_the_part_that_is_for_learning_is_learned_from(tmp_path: Path) -> None:
    scenes = Scenes("en", _folder(tmp_path))
    assert {clip.name for clip in scenes.clips} == {"a.flac", "b.flac"}
    assert [clip.name for clip in scenes.orders] == ["a.flac"]


def test_a_clip_is_cut_out_of_its_room_with_as_much_around_it_as_was_asked_for(tmp_path: Path) -> None:
    scenes = Scenes("en", _folder(tmp_path))
    before, sound = scenes.and_before(scenes.orders[0], "quiet", 0.2, 0.1)
    assert len(sound) == round(0.9 * RATE)
    assert len(before) > 2 * RATE
    assert np.abs(sound[: RATE // 6]).max() < 0.1 * np.abs(sound[RATE // 4 : RATE // 2]).max()


def test_one_command_runs_every_program_there_is() -> None:
    folder = Path(program.__file__).parent
    learning = {file.stem for file in folder.glob("*.py") if "asked(str(__doc__))" in file.read_text(encoding="utf-8")}
    assert learning == {*program.LEARNED}
