#!/usr/bin/env bash
# Writes $RUNNER_TEMP/inkling.md as a comment on $PULL_REQUEST, or into the one that an earlier run wrote.
set -euo pipefail

results=$RUNNER_TEMP/inkling.md
if [[ ! -e $results ]]; then
  echo '::notice::Inkling has no results to comment.'
  exit 0
fi
marker='<!-- inkling -->'
comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
body=$RUNNER_TEMP/inkling-comment.json
# GitHub takes at most 65,536 characters.
jq --null-input --rawfile results "$results" --arg marker "$marker" \
  '{ body: ($marker + "\n" + $results[:60000]) }' >"$body"

# Anyone may write a comment that begins with the marker: only the token's own are updated. A personal token has a
# user; the job's own token, and an app's, may not ask for theirs, and write as a bot.
if login=$(gh api user --jq .login 2>/dev/null) && [[ -n $login ]]; then
  own=".user.login == \"$login\""
else
  own='.user.type == "Bot"'
fi
# A request from a fork comes with a token that may only read: the scan itself is none the worse for that.
if ! found=$(gh api --paginate "$comments" \
  --jq ".[] | select($own and (.body | startswith(\"$marker\"))) | .id"); then
  echo '::warning::Inkling could not read the comments of the pull request.'
  exit 0
fi
id=${found%%$'\n'*}
if [[ -n $id ]]; then
  target=(--method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id")
else
  target=(--method POST "$comments")
fi
gh api "${target[@]}" --input "$body" --silent ||
  echo '::warning::Inkling could not comment: the job needs "permissions: pull-requests: write".'
