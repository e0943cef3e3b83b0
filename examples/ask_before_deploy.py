"""A job of a pipeline: deploys only when a person said so, and asks them once.

Run again, it finds the same question or its answer. Exit 0: deployed or left alone; 3: it waits.

    python examples/ask_before_deploy.py 1.4.2
"""

import sys

from plangate import Answered, ask_human


def main(version: str) -> int:
    reply = ask_human(
        f"Deploy version {version} to production?",
        {"Leave it": "nothing happens", "Deploy": "customers get the new version"},
        key=f"deploy-{version}",
        default="Leave it",
        one_way=["Deploy"],
        wait_secs=0,
    )
    if not isinstance(reply, Answered):
        print("waiting for a person")
        return 3
    print("deploying" if reply.value == "Deploy" else "left alone")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("the version to deploy is needed: python examples/ask_before_deploy.py 1.4.2")
    sys.exit(main(sys.argv[1]))
