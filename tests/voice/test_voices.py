"""Which voice is taken, on each system. The lists are as the three synthesisers give them."""

import pytest

from referee.voice.voices import Voice, drivers, voice_for, voice_named

ESPEAK = (
    Voice("gmw/en-029", "English (Caribbean)", ("en-029",), "espeak"),
    Voice("gmw/en", "English (Great Britain)", ("en-gb",), "espeak"),
    Voice("gmw/en-us", "English (America)", ("en-us",), "espeak"),
    Voice("roa/fr-be", "French (Belgium)", ("fr-be",), "espeak"),
    Voice("roa/fr", "French (France)", ("fr-fr",), "espeak"),
)
WINDOWS = (
    Voice("HKEY\\ZIRA", "Microsoft Zira Desktop - English (United States)", ("en-US",), "sapi5"),
    Voice("HKEY\\HORTENSE", "Microsoft Hortense Desktop - French", ("fr-FR",), "sapi5"),
)
APPLE = (
    Voice("com.apple.voice.compact.en-GB.Daniel", "Daniel", ("en_GB",), "nsss"),
    Voice("com.apple.voice.compact.en-US.Samantha", "Samantha", ("en_US",), "nsss"),
    Voice("com.apple.voice.compact.fr-CA.Amelie", "Amélie", ("fr_CA",), "nsss"),
    Voice("com.apple.voice.compact.fr-FR.Thomas", "Thomas", ("fr_FR",), "nsss"),
)


@pytest.mark.parametrize(
    ("voices", "language", "name"),
    [
        (ESPEAK, "en", "English (America)"),
        (ESPEAK, "fr", "French (France)"),
        (WINDOWS, "fr", "Microsoft Hortense Desktop - French"),
        (APPLE, "fr", "Thomas"),
        (APPLE, "en", "Samantha"),
        (APPLE[2:3], "fr", "Amélie"),
    ],
)
def test_the_voice_of_a_language(voices: tuple[Voice, ...], language: str, name: str) -> None:
    found = voice_for(language, voices)
    assert found is not None and found.name == name


def test_the_systems_own_voice_comes_before_espeak_and_espeak_where_it_has_none() -> None:
    found = [voice_for(language, WINDOWS[:1] + ESPEAK) for language in ("en", "fr")]
    assert [voice and voice.driver for voice in found] == ["sapi5", "espeak"]


def test_a_voice_that_tells_no_language_is_known_by_its_name() -> None:
    silent = Voice("x", "Microsoft Hortense Desktop - French", (), "sapi5")
    assert voice_for("fr", (WINDOWS[0], silent)) is silent


def test_no_voice_is_none() -> None:
    assert voice_for("fr", WINDOWS[:1]) is None
    assert voice_for("en", ()) is None


@pytest.mark.parametrize(
    ("wanted", "identifier"),
    [
        ("Hortense", "HKEY\\HORTENSE"),
        ("microsoft zira", "HKEY\\ZIRA"),
        ("roa/fr-be", "roa/fr-be"),
        ("fr-be", "roa/fr-be"),
        ("fr-fr+f3", "roa/fr+f3"),
    ],
)
def test_a_voice_asked_for_by_name(wanted: str, identifier: str) -> None:
    found = voice_named(wanted, WINDOWS + ESPEAK)
    assert found is not None and found.id == identifier


def test_an_unknown_name_is_no_voice() -> None:
    assert voice_named("Marie-Louise", WINDOWS + ESPEAK) is None


def test_a_voice_asked_for_speaks_only_the_languages_it_can() -> None:
    found = voice_for("en", ESPEAK, wanted="French (Belgium)")
    assert found is not None and found.name == "English (America)"
    assert voice_for("fr", ESPEAK, wanted="French (Belgium)") == ESPEAK[3]


def test_every_system_has_a_synthesiser_and_espeak_is_the_last() -> None:
    assert drivers("win32") == ("sapi5", "espeak")
    assert drivers("darwin") == ("nsss", "espeak")
    assert drivers("linux") == ("espeak",)
