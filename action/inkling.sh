# Sourced by the other scripts: `inkling` runs the command line from npm, with the job's own Node where it is new enough,
# else with one for this run alone, so that later steps keep theirs.

if ! command -v npx >/dev/null; then
  echo '::error::Inkling needs npm, which this runner does not have. Add a step with actions/setup-node before it.'
  echo 'exit-code=2' >>"$GITHUB_OUTPUT"
  exit 0
fi

packages=(--package "${INKLING_PACKAGE:-inkling@$INKLING_VERSION}")
if ! node --eval 'const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit(major > 22 || (major === 22 && minor >= 13) ? 0 : 1)' 2>/dev/null; then
  packages+=(--package node@24)
fi

inkling() {
  npx --yes "${packages[@]}" -- inkling "$@"
}
