import type { Range } from '../ranges.ts';

/** A line of a comment's text, or `undefined` for a blank line: between paragraphs, or for what was left out. */
export type TextLine = Range | undefined;

/** Tags whose text is about the code. The others name, link or show code: they are left out with their text. */
const describing = new Set(
  (
    'param arg argument property prop return returns throws throw exception raises yields yield deprecated ' +
    'description desc summary brief short details detail remarks note warning attention important todo fixme bug ' +
    'file fileoverview overview pre post precondition postcondition invariant receiver constructor tparam ' +
    'typeparam template par privateremarks defaultvalue apinote implnote implspec'
  ).split(' '),
);
/** Of these the first word is a name. */
const naming = new Set(
  'param arg argument property prop tparam typeparam template throws throw exception'.split(' '),
);

const sections =
  /^(?:Args|Arguments|Parameters|Other Parameters|Params|Keyword Args|Keyword Arguments|Returns?|Yields?|Receives|Raises|Throws|Warns|Attributes|Methods|Notes?|Warnings?|See Also|References|Todo|Errors|Panics|Safety|Fields)\s*:?$/;
const exampleSection = /^(?:Examples?|Usage|Doctests?|Synopsis)\s*:{0,2}$/i;

/**
 * The lines of a comment in which people write text: without fenced code and sessions of an interpreter, and of the
 * tags of JSDoc, Javadoc, Doxygen, phpDocumentor, Sphinx, Google's and NumPy's docstrings only the descriptions.
 */
export function describedLines(document: string, lines: readonly Range[]): TextLine[] {
  const described: TextLine[] = [];
  let fence: string | undefined;
  /** Left out up to the next tag, a blank line, or a line that is indented no further than this. */
  let leftOut: { until: 'tag' | 'blank' | number } | undefined;
  /** How far the heading of the section is indented that these lines are in. */
  let sectionIndent: number | undefined;
  for (const line of lines) {
    const text = document.slice(line.start, line.end);
    const indent = text.search(/\S/);
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence)) fence = undefined;
      described.push(undefined);
      continue;
    }
    if (indent < 0) {
      if (leftOut?.until === 'blank') leftOut = undefined;
      described.push(undefined);
      continue;
    }
    const tag = /^\s*[@\\]([A-Za-z]+)(?:\[[\w, ]*\])?(?=\s|$|:)/.exec(text);
    if (tag || (typeof leftOut?.until === 'number' && indent <= leftOut.until)) leftOut = undefined;
    if (leftOut) continue;
    if (tag) {
      const name = tag[1]!.toLowerCase();
      described.push(undefined);
      if (describing.has(name))
        described.push(behind(line, tag[0].length + tagHead(name, text.slice(tag[0].length))));
      else
        leftOut = { until: name === 'example' || name === 'code' || name === 'verbatim' ? 'tag' : 'blank' };
      continue;
    }
    if (/^\s*(?:>>>|\.\. [\w-]+::|In \[\d+\]:)/.test(text)) {
      described.push(undefined);
      leftOut = { until: /^\s*\.\. /.test(text) ? indent : 'blank' };
      if (/^\s*\.\. (?:note|warning|tip|important|deprecated|versionadded|versionchanged)::/.test(text))
        leftOut = undefined;
      continue;
    }
    if (exampleSection.test(text.trim())) {
      described.push(undefined);
      leftOut = { until: indent };
      continue;
    }
    const field = /^\s*:(\w+)[^:]*:(?=\s|$)/.exec(text);
    if (field) {
      described.push(undefined);
      if (/^(?:r?type|vartype|meta)$/.test(field[1]!)) leftOut = { until: indent };
      else described.push(behind(line, field[0].length));
      continue;
    }
    if (sections.test(text.trim())) {
      sectionIndent = indent;
      described.push(undefined);
      continue;
    }
    if (sectionIndent !== undefined && indent >= sectionIndent) {
      const entry = /^\s*\*{0,2}[\w.]+(?:, \*{0,2}\w+)*\s*(?:\([^)]*\))?\s*:(?:\s+|$)/.exec(text);
      if (entry && (indent > sectionIndent || / : |:$/.test(entry[0]))) {
        described.push(undefined);
        // NumPy: a name and its type, with the description below.
        if (!/ : /.test(entry[0])) described.push(behind(line, entry[0].length));
        continue;
      }
      // What a section indents is no code.
      if (indent > sectionIndent) {
        described.push(behind(line, indent));
        continue;
      }
      if (described.at(-1) === undefined && /^\w+$/.test(text.trim())) continue;
    }
    described.push(line);
  }
  return described;
}

/** How much behind a tag is its type and its name, not its text. */
function tagHead(name: string, rest: string): number {
  let length = /^:?\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?\s*/.exec(rest)![0].length;
  if (naming.has(name)) {
    // phpDocumentor's type stands before the name.
    length += /^(?:[^\s$]+\s+(?=[$&.]))?(?:\[[^\]]*\]|[^\s]+)?\s*/.exec(rest.slice(length))![0].length;
  }
  return length + /^(?:[-–—:]\s+)?/.exec(rest.slice(length))![0].length;
}

function behind({ start, end }: Range, length: number): TextLine {
  return start + length < end ? { start: start + length, end } : undefined;
}
