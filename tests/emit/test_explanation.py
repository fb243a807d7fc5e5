"""Explanations of the tiny task: every number recomputed, no claim beyond what is proved, hostile text stays text."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from ask2decide.drawing import Bar, Bars, Block, Deadline, Gantt, Lane, Map, Part, Route, Spot
from ask2decide.emit.explanation import Explanation, Side, explanation
from ask2decide.emit.explanation_html import explanation_html, explanation_page, explanation_style
from ask2decide.emit.explanation_text import WIDTH, explanation_text
from ask2decide.emit.findings import Findings
from ask2decide.errors import UsageError
from ask2decide.family import Column, Drawing, Sense, Table
from ask2decide.labels import Bracket, Label, Method
from tests.emit.test_report import HOSTILE, Reader
from tests.emit.tiny import findings
from tests.emit.tiny_model import Tiny, TinyPlan, TinyRecords

every_sense = pytest.mark.parametrize("sense", Sense)


def with_conditional(made: Findings, item: str, label: Label) -> Findings:
    """Return the findings with another conditional label of one item."""
    items = (dataclasses.replace(i, conditional=label) if i.item.id == item else i for i in made.items)
    return dataclasses.replace(made, items=tuple(items))


def conditional(made: Findings, item: str) -> Label:
    return next(found.conditional for found in made.items if found.item.id == item)


def opened(made: Findings, item: str, regret: Bracket, optima: tuple[Bracket | None, ...]) -> Findings:
    """Return the findings with an interval as an item's conditional label."""
    label = conditional(made, item)
    certificate = dataclasses.replace(label.certificate, optima=optima)
    changed = dataclasses.replace(label, regret=regret, method=Method.BOUNDS, certificate=certificate)
    known = dict(zip(certificate.problems, optima, strict=True))
    every = {k: dataclasses.replace(o, cost=known[k]) if k in known else o for k, o in made.optima.items()}
    return dataclasses.replace(with_conditional(made, item, changed), optima=every)


def outcomes(side: Side) -> list[tuple[str, str, str]]:
    return [(plan.title, outcome.problem, outcome.loss) for plan in side.plans for outcome in plan.outcomes]


def test_a_relevant_item_shows_what_the_wrong_plan_costs() -> None:
    made = explanation(findings(Sense.MIN), "H1")
    assert (made.role, made.kind, made.effect, made.about, made.marked) == (
        "relevant",
        "system update",
        "objective",
        "Mill A",
        ("A",),
    )
    assert [column.name for column in made.changes.columns] == ["What", "Of", "On record", "With H1", "Unit"]
    assert made.changes.rows == (("rate", "Mill A", "4", "6", "$/t"),)
    alone, after = made.sides
    assert (alone.name, alone.background, alone.regret) == ("standalone", "nothing else is known", "20 % (1/5)")
    assert (after.name, after.background, after.regret) == ("conditional", "everything else is known", "20 % (1/5)")
    assert [(problem.name, problem.optimum) for problem in alone.problems] == [
        ("without H1", "10 $, exact"),
        ("with H1", "12.5 $, exact"),
    ]
    assert outcomes(alone) == [
        ("Best plan without H1; safest plan while one does not know", "without H1", "0 %"),
        ("Best plan without H1; safest plan while one does not know", "with H1", "20 % (1/5)"),
        ("Best plan with H1", "without H1", "25 % (1/4)"),
        ("Best plan with H1", "with H1", "0 %"),
    ]
    assert alone.plans[1].outcomes[0].words == "12.5 $, where 10 $ is the best possible"
    assert alone.differences == ("No longer: 2.5 t from A", "Instead: 2.5 t from B")


def test_a_maximising_family_loses_what_is_missing() -> None:
    alone = explanation(findings(Sense.MAX), "H1").sides[0]
    assert [problem.optimum for problem in alone.problems] == ["40 $, exact", "36 $, exact"]
    assert ("Best plan without H1", "with H1", "11.1 % (1/9)") in outcomes(alone)


@every_sense
def test_the_safest_plan_loses_the_regret_and_no_shown_plan_loses_less(sense: Sense) -> None:
    made = findings(sense)
    for found in made.items:
        for side, label in zip(
            explanation(made, found.item.id).sides, (found.standalone, found.conditional), strict=True
        ):
            worst = {plan.title: max(_ratio(o.loss) for o in plan.outcomes) for plan in side.plans}
            assert min(worst.values()) == label.regret.upper
            safest = [title for title in worst if "safest" in title or title.startswith("One plan")]
            assert [worst[title] for title in safest] == [label.regret.upper]


def _ratio(loss: str) -> Fraction:
    if "(" in loss:
        return Fraction(loss.partition("(")[2].rstrip(")"))
    return Fraction(loss.removesuffix(" %")) / 100


def test_a_plan_that_breaks_a_rule_says_which() -> None:
    side = explanation(findings(Sense.MIN), "S1").sides[0]
    broken = side.plans[0].outcomes[1]
    assert (broken.words, broken.loss) == ("cannot be carried out", "100 %")
    assert broken.violations == ("2.5 t is less than 3 t",)
    assert side.problems[2].name == "with S1 at its further value 1"


def test_at_a_zero_label_one_plan_serves_both_and_nothing_differs() -> None:
    for side in explanation(findings(Sense.MIN), "H2").sides:
        assert [plan.title for plan in side.plans] == ["One plan that is best either way"]
        assert side.differences == ()
        assert {loss for _, _, loss in outcomes(side)} == {"0 %"}
        assert side.certificate_title == "The certificate, in which “the plan given here” is that one"


def test_an_interval_is_said_to_be_one() -> None:
    made = findings(Sense.MIN)
    optima = (Bracket(Fraction(11), Fraction(12)), Bracket(Fraction(14), Fraction(15)))
    side = explanation(opened(made, "H1", Bracket(Fraction(1, 9), Fraction(1, 3)), optima), "H1").sides[1]
    assert side.regret == "between 11.1 % and 33.4 %"
    assert side.reason == "From the bounds that are proved so far."
    assert [problem.optimum for problem in side.problems] == ["between 11 and 12 $, open", "between 14 and 15 $, open"]
    assert side.plans[0].title == "Best known plan without H1; safest known plan while one does not know"
    assert side.plans[0].outcomes[0].words == "12 $, the best that is known"
    assert side.plans[0].outcomes[0].loss == "between 0 % and 9.1 %"
    assert "the best possible" not in explanation_text(explanation(made, "H1", ())) + side.plans[0].outcomes[1].words


def test_of_an_unknown_optimum_nothing_is_said() -> None:
    made = findings(Sense.MIN)
    changed = opened(made, "H1", Bracket(Fraction(0), Fraction(1)), (None, Bracket(Fraction(-1), Fraction(15))))
    side = explanation(changed, "H1").sides[1]
    assert side.problems[0].optimum == "not known"
    assert {loss for _, _, loss in outcomes(side)} == {"not known"}
    assert all("nothing is proved of the best possible" in o.words for plan in side.plans for o in plan.outcomes)


def test_without_any_plan_the_problems_and_the_certificate_stand_alone() -> None:
    made = opened(findings(Sense.MIN), "H1", Bracket(Fraction(0), Fraction(1)), (None, None))
    label = conditional(made, "H1")
    certificate = dataclasses.replace(label.certificate, plan=None, costs=(None, None))
    unknown = {key: dataclasses.replace(optimum, plan=None) for key, optimum in made.optima.items()}
    made = dataclasses.replace(made, optima=unknown, items=())
    explained = explanation(made, "H1", (dataclasses.replace(label, certificate=certificate),))
    (side,) = explained.sides
    assert side.plans == () == side.differences
    assert side.certificate_title == "The certificate"
    Reader(explanation_page(explained))


def test_any_background_can_be_explained() -> None:
    made = findings(Sense.MIN)
    label = dataclasses.replace(conditional(made, "H1"), background=("H2", "S1"))
    (side,) = explanation(dataclasses.replace(made, items=()), "H1", (label,)).sides
    assert side.heading == "Regret, when H2 and S1 are known: 20 % (1/5)"


def test_an_item_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"tiny_min has no item 'H11'\. Fix: write 'H1'\."):
        explanation(findings(Sense.MIN), "H11")


def test_an_item_that_changes_nothing_says_so() -> None:
    made = findings(Sense.MIN)
    idle = dataclasses.replace(made.task.hidden[1], patches=((),))
    task = dataclasses.replace(made.task, hidden=(made.task.hidden[0], idle, *made.task.hidden[2:]))
    explained = explanation(dataclasses.replace(made, task=task), "H2")
    assert explained.changes.rows == ()
    assert "  Nothing in the model.\n" in explanation_text(explained)
    assert "H2 changes nothing in the model." in explanation_html(explained)


@every_sense
def test_text_fits_the_width_and_holds_every_sentence(sense: Sense) -> None:
    made = findings(sense)
    for name in made.task.ids:
        explained = explanation(made, name)
        text = explanation_text(explained)
        assert max(len(line) for line in text.splitlines()) <= WIDTH
        assert all(line == line.rstrip() for line in text.splitlines())
        flat = " ".join(text.split())
        for side in explained.sides:
            for sentence in (side.heading, *side.certificate, *side.differences):
                assert " ".join(sentence.split()) in flat


class Drawn(Tiny):
    """The tiny family with a drawing of each kind."""

    made: Drawing | None = None

    def drawing(self, plan: TinyPlan, records: TinyRecords) -> Drawing | None:
        return self.made


def drawn(made: Drawing | None, changes: Mapping[str, Any] | None = None) -> Explanation:
    family = Drawn()
    family.made = made
    explained = explanation(dataclasses.replace(findings(Sense.MIN), family=family), "H1")
    return dataclasses.replace(explained, **(changes or {}))


def drawings(name: str) -> list[Drawing]:
    zero, one, two = Fraction(0), Fraction(1), Fraction(2)
    spots = (Spot("depot", zero, zero, name, is_base=True), Spot(name, one, two, name))
    return [
        Map(spots, (Route(name, ("depot", name, "depot"), name),), (("depot", name),)),
        Gantt(
            (Lane(name, (Block(name, zero, one, name),), (Block(name, one, two, name),)),), 0, (Deadline(name, one),)
        ),
        Bars((Bar(name, name, (Part(name, name, one), Part("x", name, one)), two, name),), name),
        Table(name, (Column(name, name),), ((name,),)),
    ]


@pytest.mark.parametrize("kind", range(4))
def test_hostile_names_stay_text(kind: int) -> None:
    changes = {"task": HOSTILE, "item": HOSTILE, "note": HOSTILE, "about": HOSTILE, "marked": (HOSTILE,)}
    page = explanation_page(drawn(drawings(HOSTILE)[kind], changes))
    read = Reader(page)
    assert not {"script", "link", "img", "iframe", "a"} & set(read.tags)
    assert "<script" not in page
    assert 'alert("x")' in "".join(read.texts)
    assert "7 * 7" in "".join(read.texts)
    assert len(read.ids) == len(set(read.ids))
    assert not [value for value in read.ids if not all(mark.isalnum() or mark in "_.-" for mark in value)]


@pytest.mark.parametrize("kind", range(4))
def test_a_page_is_whole_and_a_screen_reader_finds_its_way(kind: int) -> None:
    page = Reader(explanation_page(drawn(drawings("C01")[kind])))
    assert page.tags.count("h1") == page.tags.count("main") == page.tags.count("footer") == 1
    for _, name, value in page.attributes:
        if name == "aria-labelledby":
            assert set(value.split()) <= set(page.ids)
    assert page.tags.count("desc") == page.attributes.count(("svg", "role", "img"))
    assert page.tags.count("caption") == page.tags.count("table")
    assert not [value for _, name, value in page.attributes if name in ("src", "href", "style", "onclick")]


def test_fragments_of_two_items_share_no_id_and_every_class_has_the_prefix() -> None:
    made = findings(Sense.MIN)
    both = Reader("".join(explanation_html(explanation(made, name), 3) for name in ("H1", "S1")))
    assert len(both.ids) == len(set(both.ids))
    classes = {each for _, name, value in both.attributes if name == "class" for each in value.split()}
    assert all(each.startswith("a2d-") for each in classes)
    assert {"h3", "h4"} <= set(both.tags)
    assert not {"h1", "h2", "html"} & set(both.tags)


def test_the_style_names_no_file_and_touches_nothing_else() -> None:
    style = explanation_style()
    assert "url(" not in style
    assert "@import" not in style
    selectors = [found.strip() for found in re.findall(r"([^{};]+)\{", style)]
    assert [each for each in selectors if not each.startswith("@media") and "a2d-" not in each] == []
    assert len(selectors) > 30


def test_a_family_that_draws_nothing_shows_its_plans_in_words() -> None:
    text = "".join(Reader(explanation_html(drawn(None))).texts)
    assert "2.5 t from A" in text
    assert "<svg" not in explanation_html(drawn(None))
