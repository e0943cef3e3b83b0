"""Whether a question of your own is worth asking: a document goes in, a decision comes out.

python examples/gate_document.py
"""

from plangate import gate

DOCUMENT = {
    "goal": "Clean up the backups",
    "ambiguities": [
        {
            "id": "keep-backups",
            "interpretations": [
                {
                    "id": "week",
                    "label": "For a week",
                    "consequence": "older ones are gone",
                    "prior": 0.5,
                    "complexity": 0.6,
                    "reversibility": "irreversible",
                    "touches": ["backups"],
                },
                {
                    "id": "year",
                    "label": "For a year",
                    "consequence": "a larger disk is rented",
                    "prior": 0.5,
                    "complexity": 0.4,
                    "reversibility": "reversible",
                    "touches": ["disk"],
                },
            ],
        }
    ],
}

if __name__ == "__main__":
    [decision] = gate(DOCUMENT)["decisions"]
    print(f"{decision['ambiguity']}: {decision['action']} by {decision['rule']}")
