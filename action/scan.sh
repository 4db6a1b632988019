#!/usr/bin/env bash
# Scans for action.yml, whose inputs come as variables, since text in a command line could be a command. Writes the
# results as Markdown to $RUNNER_TEMP/inkling.md and the exit code of `inkling scan` to $GITHUB_OUTPUT; ends with 0 so
# that the summary and the comment are made of a failed scan too.
set -euo pipefail
source "${BASH_SOURCE[0]%/*}/inkling.sh"

files=()
while IFS= read -r line; do
  [[ $line =~ ^[[:space:]]*$ ]] || files+=("$line")
done <<<"$SCAN_FILES"

results=$RUNNER_TEMP/inkling.md
options=(--format markdown --output "$results")
[[ -z $FAIL_ON ]] || options+=(--fail-on "$FAIL_ON")
[[ -z $SINCE ]] || options+=(--since "$SINCE")
[[ -z $BASELINE ]] || options+=(--baseline "$BASELINE")
[[ $PROVENANCE != true ]] || options+=(--provenance)
[[ $STRICT != true ]] || options+=(--strict)
# GitHub would open alerts for what is suppressed.
[[ -z $SARIF ]] || options+=(--output "sarif=$SARIF" --no-suppressions)

code=0
inkling scan "${options[@]}" -- ${files[@]+"${files[@]}"} || code=$?
if [[ $SUMMARY == true && -e $results ]]; then cat "$results" >>"$GITHUB_STEP_SUMMARY"; fi
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
