"""What pages cost the server: the inbox of 10,000 questions, a plan of 200 tasks, 100 viewers.

    python benchmarks/web.py [ROUNDS] [--seconds S]

The processor time of the server is held against that of a bare starlette response, served by the
same uvicorn in the same run over kept connections. A page is measured as it is made (every request
asks for another one) and as it is given again while nothing was written. `--seconds` is how long a
hundred viewers listen while somebody writes once a second.
"""

import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.inbox import QUESTIONS, fill, template
from benchmarks.measure import at_most, print_table, rounds
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.acts.personal import set_focus
from plangate.core.model.nouns import Task
from tests.interfaces.web.site import LARGE, Visitor, planner_in, site_in

REQUESTS = 50
VIEWERS = 100
_TICK = os.sysconf("SC_CLK_TCK")

BARE = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from plangate.interfaces.server_socket import bound
from plangate.interfaces.web.serving.protocol import HurriedProtocol

async def hello(request):
    return PlainTextResponse("hello")

listening = bound("127.0.0.1", 0)
print(listening.getsockname()[1], flush=True)
config = uvicorn.Config(Starlette(routes=[Route("/", hello)]), http=HurriedProtocol,
                        log_level="error", access_log=False)
uvicorn.Server(config).run(sockets=[listening])
"""


def spent(process: int) -> float:
    """The processor time a server has used so far."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / _TICK


def resident(process: int) -> float:
    """Its memory, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def asked(host: str, process: int, paths: list[str], cookie: str = "") -> float:
    """The server's time for a request, over one kept connection."""
    connection = HTTPConnection(host)
    headers = {"cookie": cookie, "accept-encoding": "gzip"}
    before = spent(process)
    for path in paths:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, (path, answer.status)
    connection.close()
    return (spent(process) - before) / len(paths)


def plan_of(db: Path, size: int, place: Path) -> str:
    """A session whose plan has so many tasks, each with a few it needs."""
    tasks = tuple(
        Task(
            f"t{n}",
            f"Write part {n} of the page and its test",
            f"Write part {n} in page{n}.py, as its sibling does it",
            (f"page{n}.py",),
            depends_on=tuple(f"t{m}" for m in {n - 1 - n % 3, n // 2} if 0 <= m < n),
            check=f"pytest tests/test_page{n}.py passes",
            answers_to=f"goal: part {n}",
        )
        for n in range(size)
    )
    with planner_in(db, tasks=tasks) as planner:
        return planner.start(f"Write {size} parts", str(place), LARGE).session.id


def watched(visitor: Visitor, process: int, db: Path, seconds: int) -> list[str]:
    """A hundred viewers listen while somebody writes once a second."""
    opened = []
    for _ in range(VIEWERS):
        connection = HTTPConnection(visitor.host)
        connection.request("GET", "/events", headers={"cookie": visitor.cookie})
        connection.getresponse()
        opened.append(connection)
    time.sleep(5)
    memory, used = resident(process), spent(process)
    for number in range(seconds):
        with planner_in(db) as planner:
            set_focus(planner, "focused" if number % 2 else "ambient", None, by="a benchmark")
        time.sleep(1)
    after, used = resident(process), spent(process) - used
    for connection in opened:
        connection.close()
    grown = f"{memory:.0f} → {after:.0f} MB, {used / seconds * 100:.1f} % of a core"
    return [f"{VIEWERS} viewers for {seconds} s", grown, "", at_most(after / memory, 1.1)]


def main() -> None:
    seconds = 120
    if "--seconds" in sys.argv:
        place = sys.argv.index("--seconds")
        seconds = int(sys.argv[place + 1])
        del sys.argv[place : place + 2]
    times = rounds(3)
    with bare_server() as (bare_host, bare):
        compare(bare_host, bare, times, seconds)


@contextmanager
def bare_server() -> Iterator[tuple[str, int]]:
    """A starlette application that says hello, in a process of its own."""
    bare = subprocess.Popen([sys.executable, "-c", BARE], stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": "src"})  # fmt: skip
    assert bare.stdout is not None
    try:
        yield f"127.0.0.1:{bare.stdout.readline().strip()}", bare.pid
    finally:
        bare.terminate()
        bare.wait()


def compare(bare_host: str, bare: int, times: int, seconds: int) -> None:
    with tempfile.TemporaryDirectory() as folder, site_in(Path(folder) / "site") as site:
        process = site.server.process.pid
        visitor = Visitor(site.server.address).log_in(site.server.link)
        visitor.get("/")
        with SQLiteStore(site.db) as store:
            fill(store, template(), QUESTIONS)
        plans = {size: plan_of(site.db, size, site.project()) for size in (50, 200)}
        host = urlsplit(site.server.address).netloc
        sides = {
            "inbox of 10,000, made": [f"/inbox?x={n}" for n in range(REQUESTS)],
            "inbox of 10,000, again": ["/inbox"] * REQUESTS,
            "plan of 200, made": [f"/plans/{plans[200]}?x={n}" for n in range(REQUESTS)],
            "plan of 200, again": [f"/plans/{plans[200]}"] * REQUESTS,
        }
        limits = {"inbox": 25, "plan": 80}
        best = dict.fromkeys(["bare", *sides], float("inf"))
        for turn in range(times):
            best["bare"] = min(best["bare"], asked(bare_host, bare, ["/"] * REQUESTS * 10))
            for name, paths in sides.items():
                fresh = [f"{path}{turn}" if "?" in path else path for path in paths]
                best[name] = min(best[name], asked(host, process, fresh, visitor.cookie))
        rows = [["bare starlette response", f"{best['bare'] * 1e6:.0f} µs", "1 ×", ""]]
        for name in sides:
            ratio = best[name] / best["bare"]
            limit = limits[name.split()[0]]
            rows.append(
                [name, f"{best[name] * 1e6:.0f} µs", f"{ratio:.1f} ×", at_most(ratio, limit)]
            )
        for name, path in (("inbox", "/inbox"), ("plan of 50", f"/plans/{plans[50]}"),
                           ("plan of 200", f"/plans/{plans[200]}")):  # fmt: skip
            raw = visitor.get(path).text.encode()
            size = f"{len(raw) / 1024:.0f} KB, {len(gzip.compress(raw, 5)) / 1024:.0f} KB packed"
            rows.append([f"size of the {name}", size, "", "60 KB"])
        if seconds:
            rows.append(watched(visitor, process, site.db, seconds))
        print_table("pages", ["what", "measured", "ratio", "limit"], rows)


if __name__ == "__main__":
    main()
