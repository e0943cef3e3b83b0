"""gauge compact | alerts | import FILE"""

import argparse
import csv
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from gauge.alerting import check_alerts
from gauge.compact import compact
from gauge.store.session import engine
from gauge.store.tables import Sample


def main() -> None:
    parser = argparse.ArgumentParser(prog="gauge")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("compact", help="make hourly means and delete old samples")
    commands.add_parser("alerts", help="check all alerts once")
    load = commands.add_parser("import", help="load samples from a CSV file")
    load.add_argument("file", type=Path)
    args = parser.parse_args()
    with Session(engine) as session:
        if args.command == "compact":
            print(compact(session), "samples deleted")
        elif args.command == "alerts":
            print(check_alerts(session), "alerts fired")
        else:
            print(import_csv(session, args.file), "samples loaded")


def import_csv(session: Session, file: Path) -> int:
    with file.open(newline="") as lines:
        rows = [Sample(series=s, at=datetime.fromisoformat(at), value=float(v)) for s, at, v in csv.reader(lines)]
    session.add_all(rows)
    session.commit()
    return len(rows)
