/**
 * Where the text begins after front matter in YAML or TOML, and after a byte order mark.
 * @param endsAtDots whether three full stops end it too, as Pandoc has it.
 */
export function frontMatterEnd(document: string, endsAtDots = false): number {
  const start = document.startsWith('\uFEFF') ? 1 : 0;
  frontMatterStart.lastIndex = start;
  const opening = frontMatterStart.exec(document)?.[1];
  if (opening === undefined) return start;
  const closing = opening === '+++' ? tomlEnd : endsAtDots ? pandocYamlEnd : yamlEnd;
  closing.lastIndex = frontMatterStart.lastIndex - 1;
  return closing.test(document) ? closing.lastIndex : start;
}

const frontMatterStart = /(---|\+\+\+)[ \t]*[\r\n]/y;
const yamlEnd = /[\r\n]---[ \t]*(?=[\r\n]|$)/g;
const pandocYamlEnd = /[\r\n](?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/g;
const tomlEnd = /[\r\n]\+\+\+[ \t]*(?=[\r\n]|$)/g;
