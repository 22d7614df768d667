"""NOTATION: every order has one line of text, and that line is that order again."""

from hypothesis import given
from hypothesis import strategies as st

from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Role, System, Team
from referee.rules.sea import Cell, Heading

cells = st.builds(Cell, st.integers(1, 26), st.integers(1, 99))
sectors = st.integers(0, 99)
headings = st.sampled_from(Heading)
facts = st.one_of(
    st.builds(o.Fact, st.just(o.FactKind.COLUMN), st.integers(1, 26)),
    st.builds(o.Fact, st.sampled_from([o.FactKind.ROW, o.FactKind.SECTOR]), st.integers(0, 99)),
)
orders = st.one_of(
    st.builds(o.Course, headings), st.builds(o.Surface, sector=st.none() | sectors), st.builds(o.Surface, cell=cells),
    st.builds(o.SectorAnnounced, sectors), *(st.builds(kind, cells) for kind in (o.Torpedo, o.Trigger, o.Archer)),
    *(st.builds(kind, cells) for kind in (o.Missile, o.Start, o.Drop)), st.builds(o.Drone, sectors),
    st.lists(facts, min_size=1, max_size=3).map(lambda some: notation.at(*some)),
    st.builds(o.Hit, st.booleans()), st.builds(o.Charged, st.sampled_from(System)),
    st.builds(o.Mark, st.sampled_from(System)), st.builds(o.Glide, headings, st.integers(0, 99)),
    st.builds(o.Cross, st.sampled_from(o.Panel), st.integers(0, 99)), st.builds(o.Ask, st.sampled_from(o.Request)),
    st.builds(o.DrawCell, st.sampled_from(o.ChartMark), cells), st.builds(o.DrawSector, sectors, cells),
    st.sampled_from([o.Dive(), o.Ready(), o.Ok(), o.Stop(), o.Resume(), o.Mine(), o.Sonar(), o.Silence(), o.Yes(),
                     o.No(), o.Clear(), o.Damage()]),
)  # fmt: skip
crews = st.one_of(
    st.just((None, None)), st.tuples(st.sampled_from(Team), st.none()),
    st.tuples(st.sampled_from(Team), st.sampled_from(Role)),
)  # fmt: skip


@given(orders, crews)
def test_written_and_read_again_is_the_same(order: o.Order, crew: tuple[Team | None, Role | None]) -> None:
    announced = o.Announced(order, *crew)
    assert notation.parse_line(notation.line_of(announced)) == announced


@given(st.text())
def test_any_text_is_an_order_or_none(text: str) -> None:
    found = notation.parse_line(text)
    assert found is None or notation.parse_line(notation.line_of(found)) == found


def test_what_is_no_order_is_none() -> None:
    for line in (
        "",
        "-",
        "head",
        "head X",
        "torpedo",
        "torpedo 6C",
        "at",
        "at column 3",
        "red: head N",
        "blue chef: ok",
    ):
        assert notation.parse_line(line) is None, line
