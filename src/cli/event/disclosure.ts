/** A checkbox in a template, or in a text based on one. */
interface Box {
  label: string;
  isChecked: boolean;
}

/** GitHub's forms use CRLF. */
const newline = /\r?\n/;
const boxLine = /^\s*[-*+]\s+\[([ xX])\]\s+(\S.*)$/;
/** In an issue form, which is YAML. */
const formLabel = /^\s*-\s+label:\s*(\S.*)$/;
const aboutAi = /\b(?:AI|LLMs?|GPT|ChatGPT|Copilot|Claude|Gemini|language models?|generative|KI|IA)\b/i;

function checkboxesIn(markdown: string): Box[] {
  return withoutComments(markdown)
    .split(newline)
    .flatMap((line) => {
      const [, mark = ' ', label] = boxLine.exec(line) ?? [];
      const text = label ?? formLabel.exec(line)?.[1]?.replace(/^(["'])(.*)\1\s*$/, '$2');
      return text === undefined ? [] : [{ label: text.trim(), isChecked: mark !== ' ' }];
    })
    .filter(({ label }) => aboutAi.test(label));
}

function withoutComments(markdown: string): string {
  // An unclosed comment extends to the end of the text. Otherwise a thousand of them would take quadratic time.
  return markdown.replace(/<!--[^]*?(?:-->|$)/g, '');
}

/** Whether the author disclosed the use of AI; `unasked` if no template asked for it. */
export type Disclosure = 'disclosed' | 'undisclosed' | 'unasked';

/**
 * Whether a text discloses what its template asks for. If several templates could be the text's, disclosure counts
 * as asked for only if all of them ask, or if the text still contains the checkbox.
 * @param templates the repository's templates for this kind of text: Markdown, or issue forms in YAML.
 */
export function disclosureOf(text: string, templates: readonly string[]): Disclosure {
  const boxes = checkboxesIn(text);
  if (boxes.some(({ isChecked }) => isChecked)) return 'disclosed';
  const asked = templates.map((template) => checkboxesIn(template).map(({ label }) => label));
  const allAsk = asked.length > 0 && asked.every((labels) => labels.length > 0);
  return allAsk || boxes.some(({ label }) => asked.flat().includes(label)) ? 'undisclosed' : 'unasked';
}

/** The text without its checkboxes and template lines, which the author did not write. */
export function withoutTemplate(text: string, templates: readonly string[]): string {
  const given = new Set(templates.flatMap((template) => template.split(newline)).map((line) => line.trim()));
  return text
    .split(newline)
    .map((line) => (boxLine.test(line) || given.has(line.trim()) ? '' : line))
    .join('\n');
}
