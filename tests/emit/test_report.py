"""report.html: one well-formed file that holds every item, the same bytes each time, whatever the names are."""

from __future__ import annotations

import dataclasses
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from ask2decide.emit.labels_json import labels_json
from ask2decide.emit.pictures.scale import Scale, limit_for
from ask2decide.emit.pictures.scatter import scatter
from ask2decide.emit.report import report
from ask2decide.emit.summary import TaskSummary, read_summary
from ask2decide.family import Sense
from ask2decide.labels import Bracket, Status
from tests.emit.tiny import findings

VOID = {"meta", "br", "hr", "img", "input", "link"}
HOSTILE = '<script>alert("x")</script>&\'"> javascript:{{ 7 * 7 }}'


class Reader(HTMLParser):
    """Keeps the tags, ids, references and text of a page, and fails on a tag that does not close."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.stack.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag, f"</{tag}> at {self.getpos()} closes another tag"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "th" in self.stack or "td" in self.stack:
            self.rows[-1][-1] += data


def summaries() -> list[TaskSummary]:
    return [read_summary(labels_json(findings(sense)), "labels.json") for sense in Sense]


def test_every_tag_closes_and_every_reference_leads_somewhere() -> None:
    page = Reader(report(summaries()))
    assert len(page.ids) == len(set(page.ids))
    for _, name, value in page.attributes:
        if name == "href" and value.startswith("#"):
            assert value[1:] in page.ids
        if name == "aria-labelledby":
            assert set(value.split()) <= set(page.ids)


def test_the_page_needs_nothing_else() -> None:
    page = Reader(report(summaries()))
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not [value for _, name, value in page.attributes if name in ("src", "style", "onclick")]
    assert not [value for _, name, value in page.attributes if re.match(r"[a-z]+:", value) and name == "href"]
    assert "url(" not in report(summaries())


def test_a_screen_reader_finds_its_way() -> None:
    page = Reader(report(summaries()))
    assert [page.tags.count(tag) for tag in ("h1", "header", "nav", "main", "footer")] == [1] * 5
    assert page.tags.count("caption") == page.tags.count("table") >= 9
    assert page.tags.count("th") == sum(tag == "th" and name == "scope" for tag, name, _ in page.attributes)
    pictures = page.attributes.count(("svg", "role", "img"))
    assert pictures == 3 + len(summaries())
    assert page.tags.count("desc") == pictures


def test_every_item_has_its_row_and_its_place_in_the_scatter() -> None:
    page = Reader(report(summaries()))
    text = "".join(page.texts)
    for task in summaries():
        for item in task.items:
            assert f"{task.task} {item.id}, {item.role.value}: standalone" in text
            assert [row for row in page.rows if row[0] == item.id and item.effect.value in row]
    assert ["H2", "twin of H1"] in [row[:2] for row in page.rows]


def test_the_order_of_the_tasks_does_not_matter() -> None:
    assert report(summaries()) == report(summaries()[::-1])


def test_a_hostile_name_stays_text() -> None:
    task = dataclasses.replace(summaries()[0], task=HOSTILE)
    named = dataclasses.replace(task.items[0], id=HOSTILE)
    page = report([dataclasses.replace(task, items=(named, *task.items[1:]))])
    read = Reader(page)
    assert "script" not in read.tags
    assert "<script" not in page
    assert "7 * 7" in "".join(read.texts)
    assert not [value for _, name, value in read.attributes if name == "href" and not re.match(r"[#\w%./-]+$", value)]


@pytest.mark.parametrize("tasks", [[], [0]])
def test_a_suite_without_tasks_or_items_has_a_report(tasks: list[int]) -> None:
    page = Reader(report([dataclasses.replace(summaries()[i], items=(), needs_asking=()) for i in tasks]))
    assert "No hidden items yet." in "".join(page.texts)


def test_an_open_label_is_drawn_with_its_interval() -> None:
    task = summaries()[0]
    bracket = Bracket(Fraction(1, 10), Fraction(1, 2))
    label = dataclasses.replace(task.items[0].conditional, regret=bracket, status=Status.OPEN)
    opened = dataclasses.replace(task.items[0], conditional=label)
    changed = dataclasses.replace(task, items=(opened, *task.items[1:]))
    mark = next(mark for mark in scatter([changed]).marks if task.items[0].id in mark.label)
    assert float(mark.up) < float(mark.y)
    assert "between 10 % and 50 %" in report([changed])
    assert "conditional: 10 % to 50 %" in report([changed])


def test_a_verdict_about_one_missing_item_shows_its_exact_regret() -> None:
    page = Reader(report(summaries()[:1]))
    lines = [row for row in page.rows if row[0].startswith("everything but H1")]
    assert lines == [["everything but H1", "20 % (1/5)", "yes, proved"]]


def test_axes_hold_every_regret_and_keep_small_ones_apart() -> None:
    assert limit_for([Fraction(3, 2)]) == 1
    scale = Scale(Fraction(1, 4), 0, 100, rooted=True)
    assert scale.at(Fraction(1, 100)) == 20
    assert [tick.text for tick in scale.ticks] == ["0 %", "0.5 %", "2 %", "5 %", "10 %", "25 %"]
    assert [tick.text for tick in Scale(Fraction(1, 50), 0, 100).ticks] == ["0 %", "0.5 %", "1 %", "1.5 %", "2 %"]
