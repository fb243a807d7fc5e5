"""report.html: one well-formed file that holds every item, the same bytes each time, whatever the names are."""

from __future__ import annotations

import dataclasses
import itertools
import re
from fractions import Fraction

import pytest

from ask2decide.emit.pictures.meters import Meters
from ask2decide.emit.pictures.scale import Scale, limit_for
from ask2decide.emit.pictures.scatter import scatter
from ask2decide.emit.pictures.strip import strips
from ask2decide.emit.report import report
from ask2decide.emit.report.explained import shown_here
from ask2decide.emit.report.overview import change
from ask2decide.emit.report.pairs import compared
from ask2decide.emit.report.tasks import task_section
from ask2decide.emit.summary import ItemSummary
from ask2decide.labels import Bracket, Status
from tests.emit.html_reader import Reader
from tests.emit.reported import packages, with_first_item

HOSTILE = '<script>alert("x")</script>&\'"> javascript:{{ 7 * 7 }}'


def read(page: str | None = None) -> Reader:
    return Reader(report(packages()) if page is None else page)


def bracket(low: str, high: str = "") -> Bracket:
    return Bracket(Fraction(low), Fraction(high or low))


def worth(item: ItemSummary, alone: Bracket, then: Bracket) -> ItemSummary:
    return dataclasses.replace(
        item,
        standalone=dataclasses.replace(item.standalone, regret=alone, status=alone.status),
        conditional=dataclasses.replace(item.conditional, regret=then, status=then.status),
    )


def test_every_tag_closes_and_every_reference_leads_somewhere() -> None:
    page = read()
    assert len(page.ids) == len(set(page.ids))
    for _, name, value in page.attributes:
        if name == "href" and value.startswith("#"):
            assert value[1:] in page.ids
        if name in ("aria-labelledby", "aria-describedby"):
            assert set(value.split()) <= set(page.ids)


def test_the_page_needs_nothing_else() -> None:
    page = read()
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not [value for _, name, value in page.attributes if name == "src" or name.startswith("on")]
    assert not [value for _, name, value in page.attributes if name == "href" and re.match(r"[a-z]+:|//", value)]
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/)", report(packages()))


def test_a_screen_reader_finds_its_way() -> None:
    page = read()
    assert [page.tags.count(tag) for tag in ("h1", "header", "nav", "main", "footer")] == [1] * 5
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert page.tags.count("caption") == page.tags.count("table") >= 9
    assert page.tags.count("th") == sum(tag == "th" and name == "scope" for tag, name, _ in page.attributes)
    drawn = page.attributes.count(("svg", "role", "img")) + page.attributes.count(("svg", "role", "group"))
    hidden = page.attributes.count(("svg", "aria-hidden", "true"))
    assert drawn + hidden == page.tags.count("svg")
    assert page.tags.count("desc") >= drawn >= 3


def test_every_item_has_its_part_its_row_and_its_place_in_the_scatter() -> None:
    page = read()
    for package in packages():
        task = package.summary
        for item in task.items:
            names = [value for tag, name, value in page.attributes if tag == "a" and name == "aria-label"]
            assert [name for name in names if f"{task.task} {item.id}, {item.role.value}: standalone" in name]
            assert f"item-{task.task}.{item.id}" in page.ids
            assert [row for row in page.rows if row[:2] == [task.task, f"{task.task} {item.id}"]]
            assert package.notes[item.id] in page.text


def test_the_explanations_stand_in_their_items() -> None:
    text = report(packages())
    for package in packages():
        assert package.explained is not None
        assert list(package.explained.explanations) == [item.id for item in package.summary.items]
        assert all(html in text for html in package.explained.explanations.values())
        assert package.explained.facts in text
        assert text.count(package.explained.brief) == 2


def test_explanations_for_which_there_is_no_room_are_led_to() -> None:
    first, second = packages()
    assert first.explained is not None
    lengths = {name: len(html) for name, html in first.explained.explanations.items()}
    everything = shown_here([first, second])
    assert len(everything) == 8
    assert shown_here([first], room=lengths["H1"] + lengths["H3"]) == {("tiny_min", "H1"), ("tiny_min", "H3")}
    task = task_section(first, everything - {("tiny_min", "H3")})
    items = {item["id"]: item for group in task["groups"] for item in group}
    assert (items["H3"]["explanation"], items["H3"]["elsewhere"]) == ("", "tiny_min/explain.html#item-H3")
    assert items["H1"]["explanation"]
    assert not items["H1"]["elsewhere"]


def test_a_package_without_explanations_says_so() -> None:
    page = read(report([dataclasses.replace(packages()[0], explained=None)]))
    assert "This package was written before there were explanations: build the task again" in page.text
    assert "Why H1" not in page.text


def test_twins_stand_beside_their_originals_with_what_differs_marked() -> None:
    text = report(packages()[:1])
    assert "Mill <mark>A</mark> asks <mark>6</mark> $/t from today." in text
    assert "Mill <mark>C</mark> asks <mark>9.5</mark> $/t from today." in text
    assert compared("The red van", "The blue old van") == (
        (("The ", False), ("red", True), (" van", False)),
        (("The ", False), ("blue old", True), (" van", False)),
    )
    assert compared("Same.", "Same.")[0] == (("Same.", False),)


def test_the_solves_are_counted_by_how_they_ended() -> None:
    rows = [row for row in read().rows if row and row[-1] == "enumeration 1.0, guess 0.1"]
    assert rows == [[task, "4", "1", "1", "1", "1", "enumeration 1.0, guess 0.1"] for task in ("tiny_max", "tiny_min")]
    assert ["All", "8", "2", "2", "2", "2", ""] in read().rows


def test_the_order_of_the_tasks_does_not_matter() -> None:
    assert report(packages()) == report(packages()[::-1])


def test_a_hostile_name_stays_text() -> None:
    package = packages()[0]
    named = with_first_item(package, id=HOSTILE)
    named = dataclasses.replace(named, notes={**named.notes, HOSTILE: HOSTILE})
    page = report([dataclasses.replace(named, summary=dataclasses.replace(named.summary, task=HOSTILE))])
    found = Reader(page)
    assert "script" not in found.tags
    assert "<script" not in page
    assert "7 * 7" in found.text
    links = [value for _, name, value in found.attributes if name == "href"]
    assert all(re.match(r"[#\w%./-]+$", link) for link in links)


@pytest.mark.parametrize("tasks", [[], [0]])
def test_a_suite_without_tasks_or_items_has_a_report(tasks: list[int]) -> None:
    empty = [
        dataclasses.replace(package, summary=dataclasses.replace(package.summary, items=(), needs_asking=()))
        for package in (packages()[i] for i in tasks)
    ]
    page = read(report(empty))
    assert "No hidden items yet." in page.text
    assert ("No tasks yet." in page.text) == (not tasks)


def test_an_open_label_is_drawn_with_its_interval_and_listed() -> None:
    package = packages()[0]
    item = worth(package.summary.items[0], bracket("1/10"), bracket("1/10", "1/2"))
    changed = with_first_item(package, conditional=item.conditional)
    mark = next(mark for mark in scatter([changed.summary]).marks if "tiny H1" in mark.label)
    assert float(mark.up) < float(mark.y)
    page = read(report([changed]))
    listed = [row for row in page.rows if row[1:3] == ["tiny_min H1", "conditional"]]
    assert [(row[3].split(" (")[0], *row[4:]) for row in listed] == [("between 10 % and 50 %", "open", "yes")]
    assert "conditional 10 % to 50 %" in report([changed])
    assert item.conditional.status is Status.OPEN


def test_bars_reach_the_lower_end_and_go_on_to_the_upper() -> None:
    package = packages()[0]
    label = worth(package.summary.items[0], bracket("0"), bracket("1/10", "1/4")).conditional
    meter = Meters(Fraction(1, 2)).meter(label)
    assert (meter.sure, meter.perhaps) == ("20.0", "30.0")
    assert Meters.of(package.summary).limit >= max(item.conditional.regret.upper for item in package.summary.items)


def test_marks_of_a_strip_that_would_touch_are_piled_up() -> None:
    summary = packages()[0].summary
    zero = tuple(worth(item, bracket("0"), bracket("0")) for item in summary.items)
    marks = strips([dataclasses.replace(summary, items=zero)])[0].marks
    assert len({mark.y for mark in marks}) == len(marks) == 4
    assert len({mark.x for mark in marks}) == 1


@pytest.mark.parametrize(
    ("alone", "then", "words"),
    [
        (bracket("0"), bracket("0"), "worth nothing"),
        (bracket("1/9"), bracket("1/8"), "worth more once the rest is known"),
        (bracket("0"), bracket("1/8", "1/4"), "worth something only once the rest is known"),
        (bracket("1/8"), bracket("0", "1/9"), "worth more alone"),
        (bracket("1/8"), bracket("0"), "worth something only alone"),
        (bracket("1/8"), bracket("1/8"), "worth the same"),
        (bracket("1/8", "1/4"), bracket("1/8", "1/4"), "not decided yet"),
        (bracket("0", "1/4"), bracket("0"), "not decided yet"),
    ],
)
def test_what_the_rest_does_is_said_as_far_as_it_is_proved(alone: Bracket, then: Bracket, words: str) -> None:
    assert change(worth(packages()[0].summary.items[0], alone, then)) == words


def test_a_verdict_about_one_missing_item_shows_its_exact_regret() -> None:
    page = read(report(packages()[:1]))
    lines = [row for row in page.rows if row[0].startswith("everything but H1")]
    assert lines == [["everything but H1", "20 % (1/5)", "yes, proved"]]


def test_axes_hold_every_regret_and_keep_small_ones_apart() -> None:
    assert limit_for([Fraction(3, 2)]) == 1
    scale = Scale(Fraction(1, 4), 0, 100, rooted=True)
    assert scale.at(Fraction(1, 100)) == 20
    assert [tick.text for tick in scale.ticks] == ["0 %", "0.5 %", "2 %", "5 %", "10 %", "25 %"]
    assert [tick.text for tick in Scale(Fraction(1, 50), 0, 100).ticks] == ["0 %", "0.5 %", "1 %", "1.5 %", "2 %"]
