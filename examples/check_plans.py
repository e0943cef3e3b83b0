"""A check before a commit: plan files that are too thin to work from are named with the reason.

python examples/check_plans.py docs/plan.md tasks.md
"""

import sys
from pathlib import Path

from plangate import BadInput, check


def main(names: list[str]) -> int:
    thin = 0
    for name in names:
        try:
            report = check(Path(name).read_bytes())
        except BadInput as error:
            print(f"{name}: {error}")
            thin += 1
            continue
        if report["is_too_thin"]:
            doubt = report["aggregate_unresolved_risk"]
            print(f"{name}: too thin: score {report['adequacy_score']:.2f}, doubt {doubt:.2f}")
            thin += 1
    return 1 if thin else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
