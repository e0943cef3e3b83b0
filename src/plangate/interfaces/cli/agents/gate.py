"""`plangate gate` (CLI-3) and `plangate lint-question`: no database, one document."""

from __future__ import annotations

import click

from plangate.core.model.records import Document
from plangate.interfaces.cli.command import Call, command
from plangate.interfaces.cli.printing import emit, emit_json
from plangate.interfaces.cli.shared_options import read_file_or_stdin


@command(database=False, epilog="Example: plangate gate --json document.json")
@click.argument("file", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON schema of the document and stop.")
def gate(call: Call, file: str | None, schema: bool) -> int:
    """Decide the ambiguities of a document: FILE, or standard input.

    Prints for each whether to ask, wait, assume, infer, defer, investigate or park, by which rule,
    with the arithmetic and the trace. At most one asks. Exit 3 when one asks, waits or parks.
    """
    from plangate.core.gate.document import read_gate_document
    from plangate.core.gate.document_shapes import GATE_DOCUMENT
    from plangate.core.gate.report import exit_code, gate_report
    from plangate.core.model.shapes import read_json

    if schema:
        emit_json(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": "plangate.gate-document/2",
                "title": "What plangate gate reads",
                **GATE_DOCUMENT.schema(),
            }
        )
        return 0
    document = read_gate_document(read_json(read_file_or_stdin(file)))
    report = gate_report(document)
    return call.show(report, lambda: _report_text(report), exit_code(report))


@command("lint-question", database=False, epilog="Example: plangate lint-question question.json")
@click.argument("file", required=False)
def lint_question(call: Call, file: str | None) -> int:
    """Find what is wrong with a question somebody wrote: FILE, or standard input.

    The document has a prompt and, as far as there are any, options with label and consequence, a
    default, stakes and a kind. Exit 0 when nothing is found, else 5.
    """
    from plangate.core.gate.asking.lint import lint_question as findings_of
    from plangate.core.gate.asking.lint import read_question
    from plangate.core.model.nouns import plain
    from plangate.core.model.shapes import read_json

    findings = findings_of(read_question(read_json(read_file_or_stdin(file))))
    if call.as_json:
        emit_json(
            {"schema": "plangate.lint/1", "ok": not findings, "findings": plain(list(findings))}
        )
    elif not findings:
        emit("A good question: nothing found.")
    else:
        for finding in findings:
            emit(f"{finding.rule}: {finding.saw}; {finding.cure}")
    return 5 if findings else 0


def _report_text(report: Document) -> str:
    """The decisions for a person: what, by which rule, and how it was arrived at."""
    from plangate.interfaces.text import shown

    lines = [f"{report['intake']}  (policy {report['policy_version']})"]
    lines += [f"note: {shown(note)}" for note in report["notes"]]
    for decision in report["decisions"]:
        evpi = decision["evpi"]
        taken = f" {decision['interpretation']}" if decision["interpretation"] else ""
        lines += [
            "",
            f"{shown(decision['ambiguity'])}: {decision['action']}{shown(taken)} "
            f"by {decision['rule']}",
            f"  value {evpi['in_force']:.6g} by {evpi['estimator']} "
            f"(standard {evpi['standard']:.6g}, regret {evpi['regret']:.6g}), "
            f"bar {evpi['bar']:.6g} (threshold {evpi['threshold']:.6g}), "
            f"question {evpi['question']:.6g}",
        ]
        for reading in evpi["readings"]:
            mark = "*" if reading["id"] == evpi["act_on"] else " "
            lines.append(
                f"  {mark} {shown(reading['id'])}: prior {reading['prior']:.6g}, "
                f"cost {reading['cost']:.6g}, apart {reading['apart']:.6g}"
            )
        for step in decision["trace"]:
            mark = "→" if step["decided"] else "·"
            lines.append(f"  {mark} {step['rule']}: {shown(step['saw'])}")
        if question := decision["question"]:
            lines += ["", f"  {shown(question['prompt'])}"]
            for option in question["options"]:
                default = "  [if nobody answers]" if option["key"] == question["default"] else ""
                lines.append(f"    {option['key']}) {shown(option['label'])}{default}")
            lines += [f"  lint {f['rule']}: {shown(f['saw'])}" for f in question["lint"]]
    return "\n".join(lines) + "\n"
