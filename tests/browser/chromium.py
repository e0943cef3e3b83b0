"""A real browser for the tests: Chromium, driven by its own protocol over a pair of pipes (WEB-6).

Nothing is installed for it beside the browser itself. What a page does, it does as for a person:
clicks and keys are input events of the browser, not calls of scripts.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.patience import BETWEEN, Patience

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: The browser reads from its file 3 and writes to its file 4.
_AS_THREE_AND_FOUR = (
    "import os, sys; ends = [os.dup(int(each)) for each in sys.argv[1:3]];"
    "os.dup2(ends[0], 3); os.dup2(ends[1], 4); [os.set_inheritable(each, True) for each in (3, 4)];"
    "os.execv(sys.argv[3], sys.argv[3:])"
)
_KEYS = {"Enter": (13, "\r"), "Tab": (9, "\t"), "Escape": (27, "")}


def browser_program() -> str | None:
    """The browser of this machine; None when there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Message(NamedTuple):
    method: str
    values: dict[str, Any]
    session: str | None


class Browser:
    """One Chromium, with nothing kept of it afterwards."""

    def __init__(self, program: str, profile: Path) -> None:
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        words = [
            program,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--hide-scrollbars",
            "--font-render-hinting=none",
            f"--user-data-dir={profile}",
            "--remote-debugging-pipe",
            "about:blank",
        ]

        self.process = subprocess.Popen(
            [sys.executable, "-c", _AS_THREE_AND_FOUR, str(to_browser), str(from_browser), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(to_browser, from_browser),
        )
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._rest = b""
        self._messages: list[Message] = []

    def call(self, method: str, session: str | None = None, **values: Any) -> dict[str, Any]:
        """Ask the browser for something and wait for what it answers."""
        self._number += 1
        number = self._number
        asked: dict[str, Any] = {"id": number, "method": method, "params": values}
        if session is not None:
            asked["sessionId"] = session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        while True:
            told = self._told()
            if told.get("id") == number:
                assert "error" not in told, f"{method}: {told['error']}"
                result: dict[str, Any] = told["result"]
                return result
            self._keep(told)

    def wait_for(self, method: str, session: str, fits: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the browser says that something happened."""
        for _ in range(10_000):
            for place, message in enumerate(self._messages):
                if message.method == method and message.session == session:
                    del self._messages[place]
                    if fits(message.values):
                        return
                    break
            else:
                self._keep(self._told())
        raise AssertionError(f"there was never a {method}")

    def forget(self, method: str, session: str) -> None:
        self._messages = [m for m in self._messages if (m.method, m.session) != (method, session)]

    def heard(self, method: str, session: str) -> list[dict[str, Any]]:
        return [m.values for m in self._messages if (m.method, m.session) == (method, session)]

    def _keep(self, told: dict[str, Any]) -> None:
        if "method" in told:
            found = Message(told["method"], told.get("params", {}), told.get("sessionId"))
            self._messages.append(found)

    def _told(self) -> dict[str, Any]:
        patience = Patience(self.process.pid)
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], BETWEEN)
            if not ready:
                assert not patience.is_over(), "the browser says nothing any more"
                continue
            raw = os.read(self._in, 1 << 20)
            assert raw, "the browser is gone"
            self._rest += raw
        line, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(line)
        return told

    def new_page(self, width: int = 1200, height: int = 900) -> Page:
        """A tab in a window of its own kind: it shares no cookie with the others."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        return self.new_tab(context, width, height)

    def new_tab(self, context: str, width: int = 1200, height: int = 900) -> Page:
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        return Page(self, attached["sessionId"], context, width, height)

    def close(self) -> None:
        with suppress(OSError, AssertionError):
            self.call("Browser.close")
        self.process.wait()
        os.close(self._in)
        os.close(self._out)


class Page:
    """One tab."""

    def __init__(self, browser: Browser, name: str, context: str, width: int, height: int) -> None:
        self._browser = browser
        self._name = name
        self.context = context
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        return self._browser.call(method, self._name, **values)

    def resize(self, width: int, height: int = 900) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def prefers(self, scheme: str) -> None:
        """Light or dark, as a system says it."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def without_scripts(self) -> None:
        self.call("Emulation.setScriptExecutionDisabled", value=True)

    def offline(self, is_off: bool) -> None:
        self.call(
            "Network.emulateNetworkConditions",
            offline=is_off,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    # --- going somewhere --------------------------------------------------------------------------

    def goto(self, address: str) -> None:
        self._browser.forget("Page.loadEventFired", self._name)
        told = self.call("Page.navigate", url=address)
        if "loaderId" in told:  # else it is another place on the same page
            self._browser.wait_for("Page.loadEventFired", self._name, lambda _: True)

    @contextmanager
    def loading(self) -> Iterator[None]:
        """What is done here leads to another page, which is then there."""
        self._browser.forget("Page.loadEventFired", self._name)
        yield
        self._browser.wait_for("Page.loadEventFired", self._name, lambda _: True)

    @property
    def address(self) -> str:
        return str(self.run("location.href"))

    # --- looking ----------------------------------------------------------------------------------

    def run(self, script: str) -> Any:
        """What an expression comes to in the page."""
        told = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def text(self, selector: str = "body") -> str:
        return str(self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def has(self, selector: str) -> bool:
        return bool(self.run(f"document.querySelector({json.dumps(selector)}) !== null"))

    def wait_until(self, script: str) -> None:
        """Wait until an expression is true: a great many looks, whatever the machine is doing."""
        self.call("Page.bringToFront")
        came = self.run(
            "new Promise((done) => { let left = 3000; const look = () => "
            f"({script}) ? done(true) : left-- ? setTimeout(look, 20) : done(false); look(); }})"
        )
        assert came, f"it never came to {script}; the page says: {self.text('main')[:600]}"

    def errors(self) -> list[str]:
        """What the browser complained about: scripts that failed, what the policy forbade."""
        logged = self._browser.heard("Log.entryAdded", self._name)
        thrown = self._browser.heard("Runtime.exceptionThrown", self._name)
        return [
            *(e["entry"]["text"] for e in logged if e["entry"]["level"] == "error"),
            *(str(e["exceptionDetails"]) for e in thrown),
        ]

    def requests(self) -> list[str]:
        """Every address the page asked for."""
        sent = self._browser.heard("Network.requestWillBeSent", self._name)
        return [each["request"]["url"] for each in sent]

    def picture(self, file: Path, *, whole: bool = True) -> None:
        told = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(told["data"]))

    # --- doing ------------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of something."""
        self.call("Page.bringToFront")
        box = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " if (!e) return null; e.scrollIntoView({block: 'center'});"
            " const b = e.getBoundingClientRect();"
            " return [b.left + b.width / 2, b.top + b.height / 2]; })()"
        )
        assert box is not None, f"there is no {selector} on {self.address}"
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=box[0],
                y=box[1],
                button="left",
                clickCount=1,
            )

    def follow(self, selector: str) -> None:
        with self.loading():
            self.click(selector)

    def type(self, selector: str, text: str) -> None:
        self.click(selector)
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """One key, as a keyboard sends it."""
        self.call("Page.bringToFront")
        code, text = _KEYS.get(key, (ord(key[0].upper()), key))
        values = {"key": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    program = browser_program()
    assert program is not None, "there is no browser"
    opened = Browser(program, profile)
    try:
        yield opened
    finally:
        opened.close()
