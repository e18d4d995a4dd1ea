"""A server that goes away under an open page, and comes back."""

import json
import os
import re
import subprocess
import sys

import pytest
from haventms_widgets import run_state
from playwright.sync_api import expect

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

COMMAND = "from haventms_widgets.faces.cli import main; main()"


class Started:
    """A server of dashboards that can be ended and started again on its port."""

    def __init__(self):
        self.port, self.process = 0, None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "serve", "--port", str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        for line in self.process.stdout:
            if found := re.search(r"Dashboards +(\S+:(\d+)/)", line):
                self.port = int(found[2])
                return found[1]
        raise AssertionError("The server did not start.")

    def end(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server():
    made = Started()
    yield made
    made.end()


def answer(page, text):
    told = json.loads(run_state("haven-speed", text))["view"]["headline"]
    expect(page.locator(".htms-answer")).to_have_text(told, timeout=WAIT)


def test_a_page_says_that_its_server_is_gone_and_opens_its_case_again(server, open_page):
    """With the last change in it; meanwhile nothing can be changed that would be lost, and nothing is hidden."""
    page = open_page(
        f"{server.start()}haven-speed?swiftness=6", expect=("health", "WebSocket", "Websocket", "/ws", "favicon")
    )
    answer(page, "swiftness=6")
    page.get_by_role("slider").first.press("ArrowRight")
    answer(page, "swiftness=7")
    page.wait_for_url("**/haven-speed?swiftness=7")
    server.end()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("The server does not answer. What you see stays", timeout=WAIT)
    expect(told).to_be_in_viewport()
    answer(page, "swiftness=7")
    assert page.evaluate("document.querySelector('main').inert")
    server.start()
    expect(told).to_have_count(0, timeout=WAIT)
    answer(page, "swiftness=7")
    page.get_by_role("slider").first.press("ArrowRight")
    answer(page, "swiftness=8")
