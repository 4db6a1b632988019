#!/usr/bin/env bash
# Judges the text of the event for action.yml. The text is read from the event's file: it is never part of a command.
set -euo pipefail
source "${BASH_SOURCE[0]%/*}/inkling.sh"
# Not where a checkout of somebody's branch may be: npm would read its .npmrc and its node_modules.
cd "$RUNNER_TEMP"

options=(--label "$LABEL" --undisclosed-label "$UNDISCLOSED_LABEL")
[[ -z $POLICY ]] || options+=(--policy "$POLICY")
while IFS= read -r line; do
  [[ $line =~ ^[[:space:]]*$ ]] || options+=(--exempt-label "$line")
done <<<"$EXEMPT_LABELS"

code=0
inkling event "${options[@]}" || code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
