import type { Result } from '../../api/report.ts';
import { detect } from '../../detector/detect.ts';
import type { Model } from '../../detector/model/model.ts';
import { claimOf, reachOf } from '../../report/model/claim.ts';
import { evidenceMarkdown } from '../../report/formats/markdown.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { noRules } from '../../scan/judged.ts';
import { today } from '../../service/detection/analysis.ts';
import { FileProblem, readOpenDocument } from '../scan/readProse.ts';
import { disclosureOf, withoutTemplate } from './disclosure.ts';
import type { EventText, TextKind } from './eventText.ts';

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
    const { prose, whole } = await readOpenDocument(document, { ...noRules, provenance: false });
    content = (whole ?? prose).text;
  } catch (error) {
    if (error instanceof FileProblem) return nothing(error.message);
    throw error;
  }
  const { result } = detect(content, model, today());
  if (result.verdict !== 'ai') return nothing(`${claimOf(result, english)}.`);
  if ((result.false_alarms?.per_1000 ?? null) === null) {
    return nothing(
      'It reads like AI, but is not labelled: too few texts of its kind and length by people were measured.',
    );
  }
  const disclosure = disclosureOf(text, templates);
  if (disclosure === 'disclosed') return nothing('It reads like AI, and its author disclosed the use of AI.');
  return { kind: disclosure === 'undisclosed' ? disclosure : 'reads-like-ai', content, result };
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
