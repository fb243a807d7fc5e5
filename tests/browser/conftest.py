"""A real browser, headless, without a network: Chromium driven by selenium. Where one is missing the tests say so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

GENERATED = Path(__file__).resolve().parents[2] / "generated"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb")

TAB, ENTER = "\ue004", "\ue007"
"""Keys as WebDriver writes them (W3C WebDriver, 17.4.2)."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return the driver of a browser of its own; the tests share it."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="NOT TESTED IN A BROWSER: selenium is not installed")
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        missing = "Chromium" if browser is None else "chromedriver (Debian: chromium-driver)"
        pytest.skip(f"NOT TESTED IN A BROWSER: {missing} is not on the PATH")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    found.execute_cdp_cmd("Network.enable", {})
    conditions = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    found.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
    yield found
    found.quit()


@pytest.fixture
def opened(chromium: Any) -> Callable[..., Any]:
    """Return a function that opens a page of generated/ at a width, in the system's light or dark theme."""

    def open_page(name: str = "report.html", width: int = 1200, dark: bool = False) -> Any:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        wishes = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        chromium.get_log("browser")
        chromium.get_log("performance")
        chromium.get("about:blank")
        chromium.get((GENERATED / name).as_uri())
        return chromium

    return open_page


def requests(driver: Any) -> list[str]:
    """Return what the browser asked for since the page was opened."""
    messages = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    sent = (each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent")
    return [url for url in sent if url != "about:blank"]


def press(driver: Any, key: str, times: int = 1) -> None:
    """Press a key, wherever the focus is."""
    from selenium.webdriver.common.action_chains import ActionChains

    chain = ActionChains(driver, duration=0)
    for _ in range(times):
        chain.send_keys(key)
    chain.perform()
