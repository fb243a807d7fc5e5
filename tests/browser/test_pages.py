"""report.html and explain.html in a real browser: quiet, offline, whole on a phone, in both themes, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest

from ask2decide.emit.pictures.palette import GROUNDS
from tests.browser.conftest import ENTER, GENERATED, TAB, press, requests

pytestmark = pytest.mark.browser

Opened = Callable[..., Any]
TASK_PAGE = "hard3_job_shop/explain.html"
PAGES = ["report.html", TASK_PAGE]

OPEN_ALL = "document.querySelectorAll('details').forEach(each => each.open = true);"

OVERFLOWING = """
const width = arguments[0];
return [...document.querySelectorAll('body *')].filter(each => {
  const scrolls = each.closest('.scroll, .a2d-scroll');
  return (!scrolls || scrolls === each) && each.getBoundingClientRect().right > width + 0.5;
}).map(each => each.tagName + ': ' + each.textContent.trim().slice(0, 40));
"""

# Every element that takes the keyboard's focus and is not inside a closed <details>; of radio buttons the chosen one.
FOCUSABLE = """
const shown = each => each.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
const every = [...document.querySelectorAll('a[href], summary, input, [tabindex="0"]')].filter(shown);
window.wanted = every.filter(each => each.type !== 'radio' || each.checked);
window.reached = [];
window.unseen = [];
document.addEventListener('focusin', event => {
  const at = event.target;
  reached.push(at);
  const lit = at.matches('.point') ? getComputedStyle(at.querySelector('.ring')).stroke
    : getComputedStyle(at.type === 'radio' ? at.nextElementSibling : at).outlineStyle;
  if (lit === 'none') unseen.push(at.outerHTML.slice(0, 80));
});
return wanted.length;
"""

# Text against the nearest ground behind it, as WCAG 2.2 measures contrast.
FAINT = """
const part = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const rgb = text => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
const ground = each => {
  for (let at = each; at; at = at.parentElement) {
    const colour = rgb(getComputedStyle(at).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const faint = [];
while (walker.nextNode()) {
  const each = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || each.closest('svg, style') || !each.checkVisibility()) continue;
  const both = [light(rgb(getComputedStyle(each).color)), light(ground(each))].sort((a, b) => a - b);
  if ((both[1] + 0.05) / (both[0] + 0.05) < 4.5) faint.push(walker.currentNode.data.trim().slice(0, 40));
}
return faint;
"""


def background(driver: Any, selector: str) -> str:
    script = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
    red, green, blue = driver.execute_script(script, selector).removeprefix("rgb(").removesuffix(")").split(", ")
    return f"#{int(red):02x}{int(green):02x}{int(blue):02x}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_for_nothing_and_complains_of_nothing(opened: Opened, page: str) -> None:
    driver = opened(page)
    driver.execute_script(OPEN_ALL)
    assert requests(driver) == [(GENERATED / page).as_uri()]
    assert driver.get_log("browser") == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(opened: Opened, page: str) -> None:
    driver = opened(page)
    script = "return [...document.querySelectorAll('a[href]')].map(each => each.getAttribute('href'))"
    links = driver.execute_script(script)
    assert len(links) > 5
    ids = set(driver.execute_script("return [...document.querySelectorAll('[id]')].map(each => each.id)"))
    for link in links:
        path, _, fragment = link.partition("#")
        if not path:
            assert fragment in ids, link
            continue
        target = (GENERATED / page).parent / unquote(path)
        assert target.is_file(), link
        assert not fragment or f'id="{fragment}"' in target.read_text(encoding="utf-8"), link


def test_a_mark_of_the_scatter_says_what_it_is_and_leads_to_its_item(opened: Opened) -> None:
    driver = opened()
    mark = driver.find_element("css selector", '.point[href="#item-hard3_job_shop.H4"]')
    driver.execute_script("arguments[0].focus({focusVisible: true})", mark)
    told = driver.execute_script("return getComputedStyle(arguments[0].nextElementSibling).display", mark)
    assert told == "inline"
    assert driver.execute_script("return getComputedStyle(document.querySelector('.hint')).display") == "none"
    press(driver, ENTER)
    item = driver.find_element("id", "item-hard3_job_shop.H4")
    assert 0 <= driver.execute_script("return arguments[0].getBoundingClientRect().top", item) < 900


def test_the_scatter_shows_one_split_at_a_time(opened: Opened) -> None:
    driver = opened()
    count = "return [...document.querySelectorAll('.point')].filter(e => getComputedStyle(e).visibility === 'visible')"
    everything = len(driver.execute_script(count))
    driver.find_element("id", "show-easy").click()
    easy = driver.execute_script(count)
    assert 0 < len(easy) < everything
    assert all("in-easy" in mark.get_attribute("class") for mark in easy)


@pytest.mark.parametrize("width", [375, 320])
@pytest.mark.parametrize("page", PAGES)
def test_a_phone_scrolls_tables_and_never_the_page(opened: Opened, page: str, width: int) -> None:
    driver = opened(page, width=width)
    driver.execute_script(OPEN_ALL)
    assert driver.execute_script(OVERFLOWING, width) == []
    assert driver.execute_script("return document.documentElement.scrollWidth") == width


def test_the_system_chooses_the_theme_and_a_reader_may_choose_another(opened: Opened) -> None:
    light, dark = GROUNDS["ground"]
    panels = GROUNDS["panel"]
    for system in (False, True):
        driver = opened(dark=system)
        driver.execute_script(OPEN_ALL)
        assert background(driver, "body") == (dark if system else light)
        for choice, ground, panel in (("light", light, panels[0]), ("dark", dark, panels[1])):
            driver.find_element("id", f"theme-{choice}").click()
            assert background(driver, "body") == ground
            assert background(driver, ".group") == panel
            drawn = (
                "return getComputedStyle(document.querySelector('.a2d-explanation')).getPropertyValue('--a2d-panel')"
            )
            assert driver.execute_script(drawn) == ground
        driver.find_element("id", "theme-auto").click()
        assert background(driver, "body") == (dark if system else light)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_text_is_never_faint(opened: Opened, page: str, dark: bool) -> None:
    driver = opened(page, dark=dark)
    driver.execute_script(OPEN_ALL)
    assert driver.execute_script(FAINT) == []


@pytest.mark.parametrize("page", PAGES)
def test_tab_reaches_everything_in_order_and_shows_where_it_is(opened: Opened, page: str) -> None:
    driver = opened(page)
    wanted = driver.execute_script(FOCUSABLE)
    press(driver, TAB, times=wanted)
    missed = "return wanted.filter(each => !reached.includes(each)).map(each => each.outerHTML.slice(0, 80))"
    assert driver.execute_script(missed) == []
    assert driver.execute_script("return reached.length") == wanted
    assert driver.execute_script("return wanted.every((each, place) => each === reached[place])")
    assert driver.execute_script("return unseen") == []


def test_the_first_key_offers_to_skip_to_the_content(opened: Opened) -> None:
    driver = opened()
    press(driver, TAB)
    assert driver.switch_to.active_element.text == "Skip to the content"
    press(driver, ENTER)
    assert driver.switch_to.active_element.get_attribute("id") == "content"


@pytest.mark.parametrize("page", PAGES)
def test_a_screen_reader_is_told_what_everything_is(opened: Opened, page: str) -> None:
    driver = opened(page)
    driver.execute_script(OPEN_ALL)
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    told = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and "role" in node
    ]
    roles = [role for role, _ in told]
    assert roles.count("main") == 1
    assert roles.count("contentinfo") == 1
    if page == "report.html":
        assert (roles.count("banner"), roles.count("navigation")) == (1, 1)
    named = {"link", "radio", "image", "img", "table", "heading", "region", "DisclosureTriangle", "navigation"}
    assert [role for role, name in told if role in named and not name.strip()] == []
    assert roles.count("heading") > 10
