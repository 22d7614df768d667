"""A broken grammar file names the file, the line and the sentence; any file of the format can be heard."""

import random
import re
import time
from pathlib import Path

import pytest

from referee.faults import Fault
from referee.language.anyfile import AnyGrammar, Match
from referee.language.messages import catalogue

LIGHTS = """\
language: en
intents:
  TurnOn:
    data:
      - sentences:
          - "turn on [the] light[s] in [the] {room}"
          - "(dim;[the] {room}) to {level}"
        slots: {device: light}
  TurnOff:
    data:
      - sentences: ["<off> [the] {room} (lamp|light)[s]"]
skip_words: [please]
expansion_rules:
  off: "(turn|switch) off"
lists:
  room:
    values:
      - {in: "(kitchen|galley)", out: kitchen}
      - bath room
  level:
    range: {from: 20, to: 40, step: 10}
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "own.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def fault_of(folder: Path, text: str) -> Fault:
    with pytest.raises(Fault) as raised:
        AnyGrammar(written(folder, text)).network()
    for language in ("en", "fr"):
        sentence = catalogue(language).shown(f"faults.{raised.value.key}", **raised.value.slots)
        assert not sentence.startswith("["), sentence
        assert not re.search("{(file|line|place|found|entry|least)}", sentence), sentence
        assert "\n" not in sentence and len(sentence) < 500, sentence
    return raised.value


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ("turn on the lights in the galley", Match("TurnOn", {"device": "light", "room": "kitchen"}, "")),
        ("turn on light in bath room", Match("TurnOn", {"device": "light", "room": "bath room"}, "")),
        ("please turn off the kitchen lamps", Match("TurnOff", {"room": "kitchen"}, "")),
        ("dim the kitchen to thirty", Match("TurnOn", {"device": "light", "room": "kitchen", "level": 30}, "")),
        ("the kitchen dim to 30", Match("TurnOn", {"device": "light", "room": "kitchen", "level": 30}, "")),
    ],
)
def test_any_file_is_heard_with_intent_slots_and_text(tmp_path: Path, words: str, match: Match) -> None:
    grammar = AnyGrammar(written(tmp_path, LIGHTS))
    assert grammar.parse(words) == Match(match.intent, match.slots, words)


def test_any_file_refuses_the_rest_and_is_a_network(tmp_path: Path) -> None:
    grammar = AnyGrammar(written(tmp_path, LIGHTS))
    assert grammar.parse("turn on the lights") is None
    assert grammar.parse("") is None
    assert {"lights", "galley", "twenty", "please"} <= grammar.words()
    assert "20" not in grammar.words()
    quieter = AnyGrammar(written(tmp_path, f"{LIGHTS}typed_only: [Galley]\n"))
    assert "galley" not in quieter.words()
    assert quieter.parse("turn on light in galley") is not None


def test_the_model_decides_how_a_number_is_written_and_refuses_words_by_line(tmp_path: Path) -> None:
    text = LIGHTS.replace("from: 20, to: 40, step: 10", "from: 21, to: 22")
    grammar = AnyGrammar(written(tmp_path, text))
    known = {word for word in grammar.words() if "-" not in word}
    assert {"twenty", "one"} <= grammar.network(known).words() <= known
    assert "twenty-one" in grammar.network({*grammar.words()}).words()
    with pytest.raises(Fault) as raised:
        grammar.network(dict.fromkeys(known - {"galley"} | {"gallery"}, 1))
    assert raised.value.slots == {
        "word": "galley",
        "file": str(tmp_path / "own.yaml"),
        "line": 18,
        "suggestion": "gallery",
    }


@pytest.mark.parametrize(
    ("wrong", "right", "line"),
    [
        ("turn on [the light[s]", "turn on [the] light[s]", 6),
        ("(turn|switch off", "(turn|switch) off", 14),
        ("(kitchen|galley", "(kitchen|galley)", 18),
    ],
)
def test_a_broken_sentence_is_named_with_its_line(tmp_path: Path, wrong: str, right: str, line: int) -> None:
    fault = fault_of(tmp_path, LIGHTS.replace(right, wrong))
    assert fault.key == "grammar.sentence"
    assert fault.slots["file"] == str(tmp_path / "own.yaml")
    assert fault.slots["line"] == line
    assert wrong in str(fault.slots["sentence"])


@pytest.mark.parametrize(
    ("text", "key", "slots"),
    [
        ("intents:\n  A: [\n", "grammar.yaml", {"line": 3}),
        ("language: en\nintents:\n\t- x", "grammar.tab", {"line": 3}),
        ("language: en\nintents: a: b", "grammar.yaml", {"line": 2}),
        ("just words", "grammar.shape", {}),
        ("!!set {a}", "grammar.shape", {}),
        ("", "grammar.shape", {}),
        ("intents: {}\nlanguage: en\0", "grammar.yaml", {"line": 2}),
        ("intents:", "grammar.not-named", {"line": 1, "place": "intents"}),
        ("intents:\n  A: {date: []}", "grammar.lacks", {"line": 2, "place": "intents › A", "entry": "data"}),
        ("intents: {A: {data: [{sentence: [x]}]}}", "grammar.lacks", {"entry": "sentences"}),
        ("intents: {A: {data: 5}}", "grammar.not-a-list", {"place": "intents › A › data"}),
        ("intents: {A: {data: [{sentences: hello}]}}", "grammar.not-a-list", {}),
        ("intents: {}\ntyped_only: 5", "grammar.not-a-list", {"line": 2, "place": "typed_only"}),
        ("intents: {}\n3: x", "grammar.not-text", {"line": 2, "found": "3"}),
        ("intents: {A: {data: [{sentences: [null]}]}}", "grammar.not-text", {"found": "null"}),
        ("intents: {A: {data: [{sentences: [a: b]}]}}", "grammar.not-text", {"found": "a: …"}),
        ("intents: {A: {data: [{sentences: [x], slots: {a: [1]}}]}}", "grammar.not-text", {"found": "[…]"}),
        ("intents: {}\nlists: {n: {}}", "grammar.lacks", {"place": "lists › n", "entry": "values"}),
        ("intents: {}\nlists: {n: {values: [1]}}", "grammar.not-text", {"place": "lists › n › values › 1"}),
        ("intents: {}\nlists: {n: {values: [{out: x}]}}", "grammar.lacks", {"entry": "in"}),
        ("intents: {}\nlists: {n: {range: {from: a, to: 2}}}", "grammar.not-a-number", {"found": "a"}),
        ("intents: {}\nlists: {n: {range: {from: 1, to: 2, step: 0}}}", "grammar.too-small", {"least": 1}),
        ("intents: {}\nlists: {n: {range: {from: 1, to: 2, type: odd}}}", "grammar.shape", {}),
        ('intents: {A: {data: [{sentences: ["' + "(" * 3000 + '"]}]}}', "grammar.sentence", {"line": 1}),
        (
            'language: en\nintents: {A: {data: [{sentences: ["{n}"]}]}}\nlists: {n: {range: {from: 1, to: 99999}}}',
            "grammar.too-many-numbers",
            {"name": "n"},
        ),
        ('intents: {A: {data: [{sentences: ["<gone> x"]}]}}', "grammar.no-rule", {"name": "gone"}),
        ('intents: {A: {data: [{sentences: ["{gone} x"]}]}}', "grammar.no-list", {"name": "gone"}),
        (
            'intents: {A: {data: [{sentences: ["<r>"]}]}}\nexpansion_rules: {r: "x <r>"}',
            "grammar.no-rule",
            {"name": "r"},
        ),
        (
            'language: xx\nintents: {A: {data: [{sentences: ["{n}"]}]}}\nlists: {n: {range: {from: 1, to: 2}}}',
            "grammar.no-numbers",
            {"language": "xx"},
        ),
        (
            'intents: {A: {data: [{sentences: ["play {song}"]}]}}\nlists: {song: {wildcard: true}}',
            "grammar.wildcard",
            {"name": "song"},
        ),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, key: str, slots: dict[str, object]) -> None:
    fault = fault_of(tmp_path, text)
    assert fault.key == key
    assert slots.items() <= fault.slots.items()


def test_a_file_that_is_missing_or_no_text_is_said_too(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"grammar\.missing"):
        AnyGrammar(tmp_path / "nowhere.yaml")
    binary = tmp_path / "own.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Fault, match=r"grammar\.not-utf8"):
        AnyGrammar(binary)
    with pytest.raises(Fault, match=r"grammar\.unreadable"):
        AnyGrammar(tmp_path)


def doubling(times: int) -> str:
    """A rule that is two of the next, and so on."""
    rules = "".join(f'  r{number}: "<r{number + 1}> <r{number + 1}>"\n' for number in range(times))
    return f"intents: {{A: {{data: [{{sentences: [<r0>]}}]}}}}\nexpansion_rules:\n{rules}  r{times}: x\n"


def laughing(times: int) -> str:
    """Values that are ten of the ones before."""
    lists = "".join(f"  a{one + 1}: &a{one + 1} {{b: [{', '.join([f'*a{one}'] * 10)}]}}\n" for one in range(times))
    return f"intents: {{}}\nx:\n  a0: &a0 y\n{lists}lists:\n  n: {{values: [*a{times}]}}\n"


@pytest.mark.parametrize(
    "text",
    [
        doubling(35),
        'intents: {A: {data: [{sentences: ["' + "[a|b]" * 60 + '"]}]}}',
        'intents: {A: {data: [{sentences: ["' + "[]" * 60 + 'x"]}]}}',
        'intents: {A: {data: [{sentences: ["(' + ";".join("abcdefghijkl") + ')"]}]}}',
        laughing(9),
        "intents: {}\nx:\n  a0: &a0 {k: v}\n"
        + "".join(f"  a{one + 1}: &a{one + 1} {{<<: [*a{one}, *a{one}, *a{one}, *a{one}]}}\n" for one in range(20)),
        "[" * 100_000,
        "a: " * 100_000,
        'intents: {A: {data: [{sentences: ["' + "(a|" * 5_000 + ")" * 5_000 + '"]}]}}',
    ],
    ids=["rules", "brackets", "nothings", "orders", "values", "merged", "deep", "colons", "groups"],
)
def test_a_few_lines_that_stand_for_more_than_any_machine_holds_are_refused(tmp_path: Path, text: str) -> None:
    began = time.process_time()
    assert fault_of(tmp_path, text).key.startswith("grammar.")
    assert time.process_time() - began < 20


def test_an_utterance_of_too_many_meanings_has_none(tmp_path: Path) -> None:
    twice = "({a}|{b}) " * 30
    text = f'intents: {{A: {{data: [{{sentences: ["{twice}"]}}]}}}}\nlists: {{a: {{values: [x]}}, b: {{values: [x]}}}}'
    assert AnyGrammar(written(tmp_path, text)).parse("x " * 30) is None


def test_a_file_damaged_anywhere_is_a_fault_or_a_grammar_and_never_a_crash(tmp_path: Path) -> None:
    random_ = random.Random(3)
    for _ in range(250):
        place, length = random_.randrange(len(LIGHTS)), random_.randrange(12)
        damage = "".join(random_.choice("()[]{}<>|;:#'\"\n\t -&*!%@`a1,\\") for _ in range(random_.randrange(4)))
        file = written(tmp_path, LIGHTS[:place] + damage + LIGHTS[place + length :])
        try:
            AnyGrammar(file).network()
        except Fault as fault:
            assert fault.key.startswith("grammar.")


def test_values_that_hold_themselves_do_not_hang(tmp_path: Path) -> None:
    assert fault_of(tmp_path, "intents: &a\n  A: {data: [{sentences: [*a]}]}").key == "grammar.not-text"
    assert fault_of(tmp_path, "intents: {A: {data: &d [{sentences: [x], lists: *d}]}}").key == "grammar.not-named"
