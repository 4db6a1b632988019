import { lineBefore } from './source.ts';

/** Which strings document the code that they stand in or before. Offsets are UTF-16 code units, end exclusive. */

/** Python: the first statement of a module, class or function (PEP 257). */
export function docstringFollows(document: string, start: number, end: number): boolean {
  if (/^(?:[bBfFtT]|[rR][bBfFtT])/.test(document.slice(start, start + 2))) return false;
  if (!standsAlone(document, start, end)) return false;
  const before = previousLine(document, start);
  return before === undefined || /^(?:(?:async\s+)?def|class)\b.*:$|\)[^()]*:$/.test(before);
}

/** Elixir: what `@doc`, `@moduledoc` and `@typedoc` are given. */
export function isElixirDoc(document: string, start: number): boolean {
  return /@(?:doc|moduledoc|typedoc)[ \t(]+$/.test(document.slice(Math.max(0, start - 40), start));
}

/** Julia: a string in triple quotes on lines of its own, with what it documents on the next. */
export function isJuliaDoc(document: string, start: number, end: number): boolean {
  return (
    /(?:^|\n)[ \t]*(?:@doc[ \t]+)?$/.test(document.slice(Math.max(0, start - 40), start)) &&
    /^[ \t]*\r?\n[ \t]*[\p{L}@]/u.test(document.slice(end, end + 100))
  );
}

function standsAlone(document: string, start: number, end: number): boolean {
  return (
    /^\uFEFF?[ \t]*$/.test(lineBefore(document, start)) &&
    /^[ \t]*(?:[;#]|\r|\n|$)/.test(document.slice(end, end + 100))
  );
}

/** The line above, blank ones and comments passed over, without a comment after it; `undefined` for the first. */
function previousLine(document: string, start: number): string | undefined {
  let lineEnd = document.lastIndexOf('\n', start - 1);
  for (let lines = 0; lineEnd >= 0 && lines < 200; lines++) {
    const lineStart = lineEnd === 0 ? 0 : document.lastIndexOf('\n', lineEnd - 1) + 1;
    const line = document.slice(Math.max(lineStart, lineEnd - 1000), lineEnd).trim();
    if (line !== '' && !/^\uFEFF?#/.test(line)) return line.replace(/\s*#[^'"]*$/, '');
    lineEnd = lineStart - 1;
  }
  return lineEnd < 0 ? undefined : '';
}
