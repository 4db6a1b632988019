#!/usr/bin/env bash
# Scans for action.yml, whose inputs come as variables, since text in a command line could be a command. Writes the
# results as Markdown to $RUNNER_TEMP/inkling.md and the exit code of `inkling scan` to $GITHUB_OUTPUT; ends with 0 so
# that the summary and the comment are made of a failed scan too.
set -euo pipefail

if ! command -v npx >/dev/null; then
  echo '::error::Inkling needs npm, which this runner does not have. Add a step with actions/setup-node before it.'
  echo 'exit-code=2' >>"$GITHUB_OUTPUT"
  exit 0
fi

# The job's own Node, where it is new enough; else one for this scan alone, so that later steps keep theirs.
packages=(--package "${INKLING_PACKAGE:-inkling@$INKLING_VERSION}")
if ! node --eval 'const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit(major > 22 || (major === 22 && minor >= 13) ? 0 : 1)' 2>/dev/null; then
  packages+=(--package node@24)
fi

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
npx --yes "${packages[@]}" -- inkling scan "${options[@]}" -- ${files[@]+"${files[@]}"} || code=$?
if [[ $SUMMARY == true && -e $results ]]; then cat "$results" >>"$GITHUB_STEP_SUMMARY"; fi
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
