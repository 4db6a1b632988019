#!/usr/bin/env bash
# Scans for action.yml, whose inputs come as variables, since text in a command line could be a command. Writes the
# results as Markdown to $RUNNER_TEMP/inkling.md and the exit code of `inkling scan` to $GITHUB_OUTPUT; ends with 0 so
# that the summary and the comment are made of a failed scan too.
set -euo pipefail

inkling() { npx --yes "${INKLING_PACKAGE:-inkling@$INKLING_VERSION}" "$@"; }

files=()
while IFS= read -r line; do
  [[ $line =~ ^[[:space:]]*$ ]] || files+=("$line")
done <<<"$SCAN_FILES"

options=()
[[ -z $FAIL_ON ]] || options+=(--fail-on "$FAIL_ON")
[[ -z $SINCE ]] || options+=(--since "$SINCE")
[[ -z $BASELINE ]] || options+=(--baseline "$BASELINE")
[[ $PROVENANCE != true ]] || options+=(--provenance)

results=$RUNNER_TEMP/inkling.md
code=0
inkling scan --format markdown --output "$results" ${options[@]+"${options[@]}"} -- "${files[@]}" || code=$?
if [[ -n $SARIF ]]; then
  # Its exit code says the same as the first. GitHub would open alerts for what is suppressed.
  inkling scan --format sarif --no-suppressions --output "$SARIF" ${options[@]+"${options[@]}"} -- "${files[@]}" || true
fi
if [[ $SUMMARY == true && -e $results ]]; then cat "$results" >>"$GITHUB_STEP_SUMMARY"; fi
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
