import { findSentences } from '../../src/detector/segments/sentences.ts';
import type { Span } from '../../src/api/report.ts';
import type { LabelledText } from './corpus.ts';
import { shuffle } from './random.ts';

/** How a synthetic document was put together. */
export const mixtures = ['human', 'ai', 'ai_in_human', 'human_in_ai', 'alternating'] as const;
export type Mixture = (typeof mixtures)[number];

export interface MixedDocument {
  mixture: Mixture;
  source: string;
  text: string;
  /** The parts written by an AI: ascending UTF-16 offsets into `text`. */
  aiSpans: Span[];
}

/** Words of a whole document, of an inserted paragraph, and of one alternating part. */
const documentWords = { min: 250, max: 1500 };
const guestWords = { min: 60, max: 250 };
const partWords = { min: 80, max: 250 };
const maxGuests = 3;

/**
 * Documents of the given sources, `count` of each mixture. Each combines one human source and one AI source, in the
 * same domain if both have it. Texts of one document (`group`) are joined first, so that it has one writer if the
 * corpus allows. Two of three have paragraphs, the others are in one piece. Empty if a class is missing.
 */
export function mixDocuments(
  texts: readonly LabelledText[],
  count: number,
  random: () => number,
): MixedDocument[] {
  const human = new Writer(
    texts.filter(({ isAi }) => !isAi),
    random,
  );
  const ai = new Writer(
    texts.filter(({ isAi }) => isAi),
    random,
  );
  if (human.isEmpty || ai.isEmpty) return [];
  return mixtures.flatMap((mixture) =>
    Array.from({ length: count }, () => mixDocument(mixture, human, ai, random)),
  );
}

function mixDocument(mixture: Mixture, human: Writer, ai: Writer, random: () => number): MixedDocument {
  const separator = random() < 2 / 3 ? '\n\n' : ' ';
  const whole = (): number => between(documentWords, random);
  switch (mixture) {
    case 'human':
    case 'ai': {
      const isAi = mixture === 'ai';
      const { source, text } = (isAi ? ai : human).write(whole());
      return join(mixture, source, paragraphsOf(text, isAi, random), separator);
    }
    case 'ai_in_human':
    case 'human_in_ai': {
      const isAi = mixture === 'ai_in_human';
      const host = (isAi ? human : ai).write(whole());
      const parts = paragraphsOf(host.text, !isAi, random);
      const guests = 1 + Math.floor(random() * maxGuests);
      for (let guest = 0; guest < guests; guest++) {
        const { text } = (isAi ? ai : human).write(between(guestWords, random), host.domain);
        parts.splice(Math.floor(random() * (parts.length + 1)), 0, { isAi, text: flat(text) });
      }
      return join(mixture, host.source, parts, separator);
    }
    case 'alternating': {
      const startsWithAi = random() < 0.5;
      const part = (): number => between(partWords, random);
      const first = (startsWithAi ? ai : human).write(part());
      const parts = [{ isAi: startsWithAi, text: first.text }];
      const count = 3 + Math.floor(random() * 3);
      for (let isAi = !startsWithAi; parts.length < count; isAi = !isAi) {
        parts.push({ isAi, text: (isAi ? ai : human).write(part(), first.domain).text });
      }
      return join(mixture, first.source, parts, separator);
    }
  }
}

interface Part {
  isAi: boolean;
  text: string;
}

const flat = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** Words of a paragraph cut from a longer one; most texts of the corpora have no paragraphs. */
const paragraphWords = { min: 40, max: 170 };

/** The paragraphs of a text. Long ones are cut between sentences. */
function paragraphsOf(text: string, isAi: boolean, random: () => number): Part[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => {
    const { starts, ends } = findSentences(paragraph);
    const cut: Part[] = [];
    let from = 0;
    let limit = between(paragraphWords, random);
    starts.forEach((_, s) => {
      const piece = paragraph.slice(starts[from], ends[s]);
      if (countWords(piece) < limit && s + 1 < starts.length) return;
      cut.push({ isAi, text: piece });
      from = s + 1;
      limit = between(paragraphWords, random);
    });
    return cut;
  });
}

function join(mixture: Mixture, source: string, parts: readonly Part[], separator: string): MixedDocument {
  let text = '';
  const aiSpans: Span[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    if (text !== '') text += separator;
    const start = text.length;
    text += part.text;
    if (part.isAi) aiSpans.push({ start, end: text.length });
  }
  return { mixture, source, text, aiSpans };
}

const between = ({ min, max }: { min: number; max: number }, random: () => number): number =>
  min + Math.floor(random() * (max - min + 1));

interface Writing {
  source: string;
  domain: string;
  text: string;
}

/** Maximum number of texts joined into one excerpt. */
const maxTexts = 20;
/** With fewer texts, many documents would contain the same ones. */
const minGroup = 50;

/** Texts of one class, from which excerpts of a given length are cut. */
class Writer {
  readonly isEmpty: boolean;
  private readonly random: () => number;
  private readonly texts: readonly LabelledText[];
  private readonly byDomain: Map<string, LabelledText[]>;
  private readonly byGroup: Map<string, LabelledText[]>;
  private readonly wordsInGroup = new Map<string, number>();

  constructor(texts: readonly LabelledText[], random: () => number) {
    this.isEmpty = texts.length === 0;
    this.random = random;
    this.texts = texts;
    this.byDomain = Map.groupBy(texts, ({ domain }) => domain);
    this.byGroup = Map.groupBy(texts, groupOf);
    for (const [group, members] of this.byGroup) {
      this.wordsInGroup.set(group, countWords(members.map(({ text }) => text).join(' ')));
    }
  }

  /**
   * Consecutive sentences with about `words` words, from one text of `domain` (or any), and from more texts if that
   * is too short.
   */
  write(words: number, domain?: string): Writing {
    const ofDomain = domain === undefined ? undefined : this.byDomain.get(domain);
    const among = ofDomain !== undefined && ofDomain.length >= minGroup ? ofDomain : this.texts;
    const long = among.filter((text) => this.wordsInGroup.get(groupOf(text))! >= words);
    const first = this.pick(long.length >= minGroup ? long : among);
    const pieces: string[] = [];
    let missing = words;
    for (const text of this.following(first)) {
      const excerpt = excerptOf(text.text, missing, this.random);
      pieces.push(excerpt);
      missing -= countWords(excerpt);
      if (missing < words / 10) break;
    }
    return { source: first.source, domain: first.domain, text: pieces.join('\n\n') };
  }

  /** The text, then others of its group, then others of its source and domain. */
  private following(first: LabelledText): LabelledText[] {
    const ofGroup = this.byGroup.get(groupOf(first))!.filter((text) => text !== first);
    shuffle(ofGroup, this.random);
    const others = this.byDomain.get(first.domain)!.filter(({ source }) => source === first.source);
    const more = Array.from({ length: maxTexts }, () => this.pick(others));
    return [...new Set([first, ...ofGroup, ...more])].slice(0, maxTexts);
  }

  private pick(texts: readonly LabelledText[]): LabelledText {
    return texts[Math.floor(this.random() * texts.length)]!;
  }
}

const groupOf = ({ source, group }: LabelledText): string => `${source} ${group}`;

/** Sentences from a random one on with about `words` words in all, or all sentences. */
function excerptOf(text: string, words: number, random: () => number): string {
  const { starts, ends } = findSentences(text);
  if (starts.length === 0) return '';
  const sizes = starts.map((start, i) => countWords(text.slice(start, ends[i])));
  let spare = (sizes.reduce((sum, size) => sum + size, 0) - words) * random();
  let from = 0;
  while (from + 1 < starts.length && spare > sizes[from]!) spare -= sizes[from++]!;
  let to = from;
  let taken = 0;
  while (to < starts.length && (to === from || taken + sizes[to]! / 2 < words)) taken += sizes[to++]!;
  return text.slice(starts[from], ends[to - 1]);
}

/** Words of `text`: runs of letters and digits, apostrophes within. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)?.length ?? 0;
