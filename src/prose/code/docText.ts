import type { Range } from '../../text/ranges.ts';
import { namesIn } from '../../text/words.ts';

/** Tags followed by a description. Other tags contain names, links or code and are left out with their text. */
const describing = namesIn(`
    param arg argument property prop return returns throws throw exception raises yields yield deprecated description
    desc summary brief short details detail remarks note warning attention important todo fixme bug file fileoverview
    overview pre post precondition postcondition invariant receiver constructor tparam typeparam template par
    privateremarks defaultvalue apinote implnote implspec`);
/** Tags whose first word is a name. */
const naming = namesIn('param arg argument property prop tparam typeparam template throws throw exception');

const sections =
  /^(?:Args|Arguments|Parameters|Other Parameters|Params|Keyword Args|Keyword Arguments|Returns?|Yields?|Receives|Raises|Throws|Warns|Attributes|Methods|Notes?|Warnings?|See Also|References|Todo|Errors|Panics|Safety|Fields)\s*:?$/;
const exampleSection = /^(?:Examples?|Usage|Doctests?|Synopsis)\s*:{0,2}$/i;

/**
 * The lines of a comment that may be prose, without fenced code and interpreter sessions. Tags of JSDoc, Javadoc,
 * Doxygen, phpDocumentor, Sphinx and of Google's and NumPy's docstrings are reduced to their descriptions.
 * @returns `undefined` for a blank line and for omitted text.
 */
export function describedLines(document: string, lines: readonly Range[]): (Range | undefined)[] {
  const reader = new DocReader();
  for (const line of lines) reader.read(line, document.slice(line.start, line.end));
  return reader.described;
}

class DocReader {
  readonly described: (Range | undefined)[] = [];
  /** The mark that closes the current code. */
  #fence: string | undefined;
  /** Lines are left out until the next tag, a blank line, or a line that is not indented further than this. */
  #leftOutTo: 'tag' | 'blank' | number | undefined;
  /** Indent of the current section's heading. */
  #sectionIndent: number | undefined;

  read(line: Range, text: string): void {
    const indent = text.search(/\S/);
    if (this.#readsFence(text)) return;
    if (indent < 0) {
      if (this.#leftOutTo === 'blank') this.#leftOutTo = undefined;
      this.described.push(undefined);
    } else if (!this.#readsPod(line, text) && !this.#readsTag(line, text, indent)) {
      if (this.#readsRestructured(line, text, indent)) return;
      if (!this.#readsSection(line, text, indent)) this.described.push(line);
    }
  }

  #readsFence(text: string): boolean {
    if (this.#fence === undefined) {
      this.#fence = fenceOpenedBy(text);
      if (this.#fence === undefined) return false;
    } else if (
      text.trimStart().startsWith(this.#fence) ||
      (this.#fence.startsWith('</') && text.includes(this.#fence))
    ) {
      this.#fence = undefined;
    }
    this.described.push(undefined);
    return true;
  }

  /** A POD command. Only headings and items have text to read. */
  #readsPod(line: Range, text: string): boolean {
    const command = /^=([a-z]+)\d?(?:\s+(?:\*|\d+\.)?\s*|$)/.exec(text);
    if (!command) return false;
    this.described.push(undefined);
    if (/^(?:head|item)$/.test(command[1]!)) this.described.push(after(line, command[0].length), undefined);
    return true;
  }

  /** A line that begins with a tag, or a line left out after one. */
  #readsTag(line: Range, text: string, indent: number): boolean {
    const tag = /^\s*[@\\]([A-Za-z]+)(?:\[[\w, ]*\])?(?=\s|$|:)/.exec(text);
    if (!tag) {
      if (typeof this.#leftOutTo === 'number' && indent <= this.#leftOutTo) this.#leftOutTo = undefined;
      return this.#leftOutTo !== undefined;
    }
    const name = tag[1]!.toLowerCase();
    const isShown = describing.has(name);
    if (isShown) this.#leftOutTo = undefined;
    else this.#leftOutTo = ['example', 'code', 'verbatim'].includes(name) ? 'tag' : 'blank';
    this.described.push(undefined);
    if (isShown) {
      this.described.push(after(line, tag[0].length + tagHead(name, text.slice(tag[0].length))));
    }
    return true;
  }

  /** A doctest, a directive or a field of reStructuredText, the heading of examples. */
  #readsRestructured(line: Range, text: string, indent: number): boolean {
    const field = /^\s*:(\w+)(?:[^\w:][^:]*)?:(?=\s|$)/.exec(text);
    const directive = /^\s*\.\. ([\w-]+)::/.exec(text);
    if (/^\s*(?:>>>|In \[\d+\]:)/.test(text)) this.#leftOutTo = 'blank';
    else if (directive) this.#leftOutTo = admonition.test(directive[1]!) ? undefined : indent;
    else if (exampleSection.test(text.trim())) this.#leftOutTo = indent;
    else if (!field) return false;
    this.described.push(undefined);
    if (field && /^(?:r?type|vartype|meta)$/.test(field[1]!)) this.#leftOutTo = indent;
    else if (field) this.described.push(after(line, field[0].length));
    return true;
  }

  /** The heading of a section, an entry's name, or indented text in a section, which is not code. */
  #readsSection(line: Range, text: string, indent: number): boolean {
    if (sections.test(text.trim())) {
      this.#sectionIndent = indent;
      this.described.push(undefined);
      return true;
    }
    if (this.#sectionIndent === undefined || indent < this.#sectionIndent) return false;
    const entry = /^\s*\*{0,2}[\w.]+(?:, \*{0,2}\w+)*\s*(?:\([^()]*\)\s*)?:(?:\s+|$)/.exec(text)?.[0];
    // NumPy writes `name : type`, with the description below.
    const isName = entry?.includes(' : ') === true;
    if (entry !== undefined && (isName || indent > this.#sectionIndent)) {
      this.described.push(undefined);
      if (!isName) this.described.push(after(line, entry.length));
      return true;
    }
    if (indent === this.#sectionIndent) return false;
    this.described.push(after(line, indent));
    return true;
  }
}

const admonition = /^(?:note|warning|tip|important|deprecated|versionadded|versionchanged)$/;

/** The mark that closes the code opened on this line: a Markdown fence or the end tag of an element. */
function fenceOpenedBy(line: string): string | undefined {
  const fence = /^\s*(`{3,}(?!`|.*`)|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) return fence;
  const element = /<(pre|code)\b[^<>]*>/i.exec(line)?.[1];
  const close = element && `</${element}>`;
  return close && !line.includes(close) ? close : undefined;
}

/** Length of the type and name between a tag and its description. */
function tagHead(name: string, rest: string): number {
  let length = /^:?\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?\s*/.exec(rest)![0].length;
  if (naming.has(name)) {
    // In phpDocumentor the type precedes the name.
    length += /^(?:[^\s$]+\s+(?=[$&.]))?(?:\[[^\]]*\]|[^\s]+)?\s*/.exec(rest.slice(length))![0].length;
  }
  return length + /^(?:[-–—:]\s+)?/.exec(rest.slice(length))![0].length;
}

function after({ start, end }: Range, length: number): Range | undefined {
  return start + length < end ? { start: start + length, end } : undefined;
}
