import { format, resolveConfig } from 'prettier';

/**
 * A Markdown document with its measured parts replaced, each between `<!-- measured: NAME -->` and `<!-- end -->`.
 * Parts that were not measured remain.
 * @param path determines the formatting.
 * @throws if the document has no place for a measured part.
 */
export async function withMeasured(
  document: string,
  parts: ReadonlyMap<string, string>,
  path: string,
): Promise<string> {
  let written = document;
  for (const [name, text] of parts) {
    const [begin, end] = [`<!-- measured: ${name} -->`, '<!-- end -->'];
    const from = written.indexOf(begin);
    const to = written.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`${path} has no “${begin}” with “${end}” behind it.`);
    written = `${written.slice(0, from + begin.length)}\n\n${text}\n\n${written.slice(to)}`;
  }
  return format(written, { ...(await resolveConfig(path)), filepath: path });
}
