import type { Result } from '../../api/report.ts';
import { detect } from '../../detector/detect.ts';
import type { Model } from '../../detector/model/model.ts';
import { claimOf, reachOf } from '../../report/model/claim.ts';
import { evidenceMarkdown } from '../../report/formats/markdown.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { noRules } from '../../scan/judged.ts';
import { today } from '../../service/detection/analysis.ts';
import { FileProblem, readOpenDocument } from '../scan/readProse.ts';
import type { EventText, TextKind } from './github.ts';

/** The finding in a text, or why there is none. */
export type Finding =
  | { kind: 'reads-like-ai' | 'undisclosed'; content: string; result: Result }
  | { kind: 'nothing'; why: string };

/**
 * Judges the text of an event. Comments that exclude passages (`inkling-ignore`) have no effect, because the author of
 * the text could use them to avoid judgement.
 * @param templates the repository's templates for this kind of text.
 */
export async function findingIn(text: string, templates: readonly string[], model: Model): Promise<Finding> {
  const nothing = (why: string): Finding => ({ kind: 'nothing', why });
  let content: string;
  try {
    const document = { text: withoutTemplate(text, templates), languageId: 'markdown' };
    const { prose, whole } = await readOpenDocument(document, noRules);
    content = (whole ?? prose).text;
  } catch (error) {
    if (error instanceof FileProblem) return nothing(error.message);
    throw error;
  }
  const { result } = detect(content, model, today());
  if (result.verdict !== 'ai') return nothing(`${claimOf(result, english)}.`);
  if ((result.false_alarms?.per_1000 ?? null) === null) {
    return nothing(
      'It reads like AI, but is not labelled: too few human-written texts of its kind and length were measured.',
    );
  }
  const disclosure = disclosureOf(text, templates);
  if (disclosure === 'disclosed') return nothing('It reads like AI, and its author disclosed the use of AI.');
  return { kind: disclosure === 'undisclosed' ? disclosure : 'reads-like-ai', content, result };
}

/** A checkbox in a template, or in a text based on one. */
interface Box {
  label: string;
  isChecked: boolean;
}

/** GitHub's forms use CRLF. */
const newline = /\r?\n/;
/**
 * An unclosed comment extends to the end of the text. If it did not match, a thousand of them would take quadratic
 * time.
 */
const htmlComment = /<!--[^]*?(?:-->|$)/g;
const boxLine = /^\s*[-*+]\s+\[([ xX])\]\s+(\S.*)$/;
/** A checkbox's label in an issue form, which is YAML. */
const formLabel = /^\s*-\s+label:\s*(\S.*)$/;
const aboutAi = /\b(?:AI|LLMs?|GPT|ChatGPT|Copilot|Claude|Gemini|language models?|generative|KI|IA)\b/i;

function aiCheckboxesIn(markdown: string): Box[] {
  return markdown
    .replace(htmlComment, '')
    .split(newline)
    .flatMap((line) => {
      const [, mark = ' ', label] = boxLine.exec(line) ?? [];
      const text = label ?? formLabel.exec(line)?.[1]?.replace(/^(["'])(.*)\1\s*$/, '$2');
      return text === undefined ? [] : [{ label: text.trim(), isChecked: mark !== ' ' }];
    })
    .filter(({ label }) => aboutAi.test(label));
}

/** Whether the author disclosed the use of AI; `unasked` if no template asked for it. */
type Disclosure = 'disclosed' | 'undisclosed' | 'unasked';

/**
 * Whether a text discloses what its template asks for. If several templates could be the text's, disclosure counts
 * as asked for only if all of them ask, or if the text still contains the checkbox.
 * @param templates the repository's templates for this kind of text: Markdown, or issue forms in YAML.
 */
export function disclosureOf(text: string, templates: readonly string[]): Disclosure {
  const boxes = aiCheckboxesIn(text);
  if (boxes.some(({ isChecked }) => isChecked)) return 'disclosed';
  const asked = templates.map((template) => aiCheckboxesIn(template).map(({ label }) => label));
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

/** The hidden first line of the comment on a text, used to find the comment again. */
export function markerFor({ id }: Pick<EventText, 'id'>): string {
  return `<!-- inkling ${id.replace(/[^\w=-]/g, '')} -->`;
}

const texts: Record<TextKind, string> = {
  issue: 'The text of this issue',
  'pull request': 'The description of this pull request',
  discussion: 'The text of this discussion',
  review: 'The text of a review',
};

/** The comment on a text. @param policy the address of the repository's policy. */
export function commentText(
  text: Pick<EventText, 'id' | 'kind'>,
  finding: Finding,
  policy: string | undefined,
): string {
  const [marker, what] = [markerFor(text), texts[text.kind]];
  if (finding.kind === 'nothing') {
    return `${marker}\n${what} was checked again. Nothing is reported now, so ignore the earlier finding.\n`;
  }
  const { limits, evidence } = english;
  const blocks = [
    `**${what} reads like AI.** ${reachOf(finding.result, inEnglish)}`,
    finding.kind === 'undisclosed' &&
      'The template asks authors to disclose the use of AI, and no box for it is ticked.',
    policy !== undefined && `This repository’s policy: <${policy}>`,
    `**This may be wrong.** ${limits.misleading} ${limits.ask} Nothing is closed or decided because of this comment.`,
    `<details><summary>${evidence.heading}</summary>`,
    ...evidenceMarkdown(finding, inEnglish),
    '</details>',
  ];
  return `${marker}\n${blocks.filter((block) => block !== false).join('\n\n')}\n`;
}
