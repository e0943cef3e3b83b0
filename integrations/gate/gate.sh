#!/bin/sh
# Asks plangate what to do about a document of open decisions; needs plangate and jq.
#   gate.sh decisions.json      prints one line a decision: what to do, about what, and how
# Exit: 0 go on, 3 a person decides something, 2 the document cannot be used, 1 anything else.
set -eu

reply=$(plangate gate --json "${1:--}") && code=0 || code=$?
case $code in
0 | 3) ;;
*) exit "$code" ;; # plangate has said why on standard error
esac

printf '%s\n' "$reply" | jq -r '.decisions[] |
    if .action == "ask" then
        "ask \(.ambiguity): \(.question.prompt) [\([.question.options[].label] | join(" | "))]"
    elif .interpretation then "\(.action) \(.ambiguity): \(.interpretation) (\(.rule))"
    else "\(.action) \(.ambiguity) (\(.rule))" end'
exit "$code"
