import { matchEnd, matchFrom } from './ahead.ts';

/**
 * Where the text begins after front matter in YAML or TOML, and after a byte order mark.
 * @param endsAtDots whether three full stops end it too, as Pandoc has it.
 */
export function frontMatterEnd(document: string, endsAtDots = false): number {
  const start = document.startsWith('\uFEFF') ? 1 : 0;
  const opening = matchFrom(frontMatterStart, document, start);
  if (!opening) return start;
  const closing = opening[1] === '+++' ? tomlEnd : endsAtDots ? pandocYamlEnd : yamlEnd;
  return matchEnd(closing, document, start + opening[0].length - 1) ?? start;
}

const frontMatterStart = /(---|\+\+\+)[ \t]*[\r\n]/y;
const yamlEnd = /[\r\n]---[ \t]*(?=[\r\n]|$)/g;
const pandocYamlEnd = /[\r\n](?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/g;
const tomlEnd = /[\r\n]\+\+\+[ \t]*(?=[\r\n]|$)/g;
