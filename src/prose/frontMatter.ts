import { matchEnd, matchFrom } from './ahead.ts';

/**
 * The offset of the text after a byte order mark and YAML or TOML front matter.
 * @param endsAtDots whether `...` also ends it, as in Pandoc.
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
