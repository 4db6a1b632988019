import type { Reason, ResultSummary, Shares, Verdict } from '../api/report.ts';
import { raiseProbability } from './model/calibration.ts';
import { falseAlarmsOf } from './model/falseAlarms.ts';
import type { Kind } from './model/kinds.ts';
import type { Model, Thresholds } from './model/model.ts';
import type { Disguises } from './normalise/normalise.ts';
import { minShareInSentences, minWordsToDivide, minListConfidence } from './segments/stretches.ts';

/** The analysis of a text from which its verdict is derived. */
export interface Findings extends Disguises {
  score: number;
  /** The score without any correction for the kind of text. */
  scoreOfAnyKind: number;
  /** The clear kind of the text; null if it resembles no known kind. */
  kind: Kind | null;
  /** Whether the model distinguishes kinds. */
  distinguishesKinds: boolean;
  /** How much the threshold for `ai` rises, in log-odds (`cautionFor`). */
  caution: number;
  shares: Shares;
  /** The share of scored words (0..1) in sentences that read like an AI's (`shareOfAi`). */
  ai: number;
  /** Scored words: prose in the document's language. */
  words: number;
  /** Scored words in whole sentences, not in headings, labels and list entries. */
  wordsInSentences: number;
  sentences: number;
  /** Words in all parts. */
  allWords: number;
  /** BCP 47 tags of the language used for scoring, and of all supported languages. */
  language: string;
  judged: readonly string[];
  /** Whether most of the text's prose is in `language`. */
  isJudged: boolean;
  /** Shares of the letters (0..1) in prose of other languages, and in code or data. */
  foreign: number;
  code: number;
}

type Judgement = Pick<ResultSummary, 'verdict' | 'confidence' | 'reasons' | 'false_alarms'>;

const minWords = 60;
const wordsForConfidence = 150;
/**
 * A text is mixed if it has these shares of words marked AI and human. A text that clearly reads like an AI's needs
 * a larger human share, because single short stretches of such texts look human by chance.
 */
const conflictShares = { ai: 0.1, human: 0.2, humanInSurelyAi: 0.35 };
/** A text gets no verdict if its share of other languages or of code reaches this. */
const maxLeftOut = 0.5;
/** Odd spaces and marks inside words are reported if they reach this number and share of words. A few are ordinary. */
const minOddSigns = 5;
const minOddShare = 0.02;
/** If each side has this share of the words, a text is uncertain because its parts differ. */
const unevenShare = 0.25;
/** An uncertain text of at least this score is close to `ai`; of at most 1 minus this score, it has no clear sign. */
const nearly = 2 / 3;
/** A longer average "sentence" means that the text is a table, a log or data rather than prose. */
const maxWordsPerSentence = 120;
/** A text with fewer words in sentences consists of headings and labels. */
const minWordsInSentences = 20;

export function judge(findings: Findings, model: Pick<Model, 'thresholds' | 'falseAlarms'>): Judgement {
  const { score, shares, ai, words, wordsInSentences, kind } = findings;
  const blocking = blockingReason(findings);
  const disguises = disguiseReasons(findings);
  if (blocking !== null)
    return { verdict: 'uncertain', confidence: 'low', reasons: [blocking, ...disguises] };
  const ofAllKinds = model.thresholds[words < wordsForConfidence ? 'short' : 'long'];
  const thresholds = {
    ...ofAllKinds,
    ai: raiseProbability(ofAllKinds.ai, findings.caution),
    surelyAi: raiseProbability(ofAllKinds.surelyAi, findings.caution),
  };
  const { human, humanInSurelyAi } = conflictShares;
  const isMixed =
    words >= minWordsToDivide &&
    ai >= conflictShares.ai &&
    shares.human >= (score < thresholds.surelyAi ? human : humanInSurelyAi);
  const verdict = isMixed ? 'mixed' : verdictOf(score, thresholds);
  const isUnlike = (other: Verdict): boolean => !isMixed && verdict !== other;
  const reasons = [...disguises, ...leftOut(findings)];
  if (isMixed) reasons.push(because('conflicting_parts'));
  if (words < wordsForConfidence) reasons.push(because('short'));
  else if (wordsInSentences < wordsForConfidence) reasons.push(because('few_sentences'));
  if (isUnlike(verdictOf(score, ofAllKinds))) reasons.push(because('like_abstract'));
  else if (kind !== null && isUnlike(verdictOf(findings.scoreOfAnyKind, ofAllKinds))) {
    const [code, what] = readAs[kind];
    const message = `Judged as ${what}: as a text of no particular kind, it would get a different verdict.`;
    reasons.push({ code, message });
  }
  if (verdict === 'uncertain') reasons.push(because('between'), because(whyUncertain(findings)));
  // No single score describes a mixed text.
  const falseAlarms = isMixed ? undefined : falseAlarmsOf(model.falseAlarms, findings);
  const isSure = wordsInSentences >= wordsForConfidence && (verdict === 'ai' || verdict === 'human');
  return {
    verdict,
    confidence: !isSure ? 'low' : score >= thresholds.surelyAi ? 'high' : 'medium',
    reasons,
    ...(falseAlarms && { false_alarms: falseAlarms }),
  };
}

/** The messages of reasons that quote no figure, by code. */
export const fixedReasons = {
  conflicting_parts: 'Some parts read like AI, others like a person.',
  short: `Fewer than ${wordsForConfidence} words: low confidence.`,
  few_sentences: `Fewer than ${wordsForConfidence} words in sentences, the rest in headings and lists: low confidence.`,
  like_abstract: 'It resembles the abstract of a paper, and some human-written abstracts score as high.',
  between: 'Human-written and AI texts both reach this score, so it decides nothing.',
  uneven: 'Some sentences lean towards AI and others towards a person, and they cancel out.',
  near_ai: 'It comes close to reading like AI, but some human-written texts do too.',
  no_clear_sign: 'No clear sign either way: newer models write like this too.',
  unfamiliar: 'It resembles no kind of text that Inkling was trained on.',
  balanced: 'The signs of AI and of a person are about equally strong.',
};
type Code = keyof typeof fixedReasons;

const because = (code: Code): Reason => ({ code, message: fixedReasons[code] });

function verdictOf(score: number, { ai, human }: Thresholds): Verdict {
  if (score >= ai) return 'ai';
  return score <= human ? 'human' : 'uncertain';
}

function disguiseReasons({ words, hidden, lookalikes, oddSpaces, markedLetters }: Findings): Reason[] {
  const reasons: Reason[] = [];
  const min = Math.max(minOddSigns, words * minOddShare);
  const add = (code: string, message: string): void => void reasons.push({ code, message });
  const invisible = counted(hidden, 'invisible character');
  const letters = `${counted(lookalikes, 'letter')} from another alphabet`;
  const look = lookalikes === 1 ? 'looks' : 'look';
  if (hidden > 0) add('hidden_characters', `${invisible} inside or beside words, ignored in the score.`);
  if (lookalikes > 0) add('lookalike_letters', `${letters} that ${look} Latin, read as Latin.`);
  if (oddSpaces >= min)
    add('odd_spaces', `${oddSpaces} unusual spaces between words, read as ordinary spaces.`);
  if (markedLetters >= min)
    add('markup_in_words', `${markedLetters} words broken up by markup, read as they appear.`);
  return reasons;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Reasons about the text's kind, if the kind decided the verdict. */
const readAs: Record<Kind, readonly [code: string, what: string]> = {
  essays: ['read_as_essay', 'an essay'],
  documentation: ['read_as_documentation', 'documentation'],
  blogs: ['read_as_blog', 'a blog post'],
  reviews: ['read_as_review', 'a review'],
  code_prose: ['read_as_code_prose', 'a comment or commit message'],
  news: ['read_as_news', 'news'],
  encyclopaedia: ['read_as_encyclopaedia', 'an encyclopaedia entry'],
  papers: ['read_as_paper', 'an academic paper'],
  abstracts: ['read_as_abstract', 'the abstract of a paper'],
  handbooks: ['read_as_handbook', 'a handbook'],
  answers: ['read_as_answer', 'an answer to a question'],
  talk: ['read_as_talk', 'talk'],
  stories: ['read_as_story', 'a story'],
};

/** Why a text long enough for a verdict is uncertain. */
function whyUncertain({ score, shares, kind, distinguishesKinds }: Findings): Code {
  if (shares.ai >= unevenShare && shares.human >= unevenShare) return 'uneven';
  if (score >= nearly) return 'near_ai';
  if (score <= 1 - nearly) return 'no_clear_sign';
  return distinguishesKinds && kind === null ? 'unfamiliar' : 'balanced';
}

/** Why a text gets no verdict; null if it gets one. */
function blockingReason(findings: Findings): Reason | null {
  const { score, words, wordsInSentences, allWords, sentences, language, isJudged, judged } = findings;
  const notProse = (message: string): Reason => ({ code: 'not_prose', message });
  if (allWords < minWords) return tooShort(allWords, 'prose');
  if (findings.code >= maxLeftOut) return notProse('Most of this is code or data, not prose.');
  if (!isJudged || findings.foreign >= maxLeftOut) {
    const message = `This is not in a language that Inkling judges: ${languageNames(judged)}.`;
    return { code: 'unsupported_language', message };
  }
  if (words < minWords) return tooShort(words, `${languageNames([language])} prose`);
  const isList = wordsInSentences < words * minShareInSentences && score < minListConfidence;
  if (isList || words > sentences * maxWordsPerSentence || wordsInSentences < minWordsInSentences)
    return notProse('Most of this is lists, headings or fragments: too few whole sentences to judge.');
  return null;
}

/** The languages' English names as a list. */
function languageNames(languages: readonly string[]): string {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Intl.ListFormat('en').format(languages.map((language) => names.of(language) ?? language));
}

function tooShort(words: number, what: string): Reason {
  const message = `Only ${counted(words, 'word')} of ${what}; at least ${minWords} are needed for a verdict.`;
  return { code: 'too_short', message };
}

/** The reasons about parts that were not scored. */
function leftOut({ foreign, code }: Findings): Reason[] {
  const isLeftOut = (share: number, what: string): string =>
    `${portion(share)} of this text is ${what} and was left out of the score.`;
  const language = isLeftOut(foreign, 'in another language');
  return [
    ...(foreign > 0 ? [{ code: 'unsupported_language', message: language }] : []),
    ...(code > 0 ? [{ code: 'not_prose', message: isLeftOut(code, 'code or data') }] : []),
  ];
}

/** A share from 0 to 0.5, in words. */
function portion(share: number): string {
  if (share < 0.18) return 'A small part';
  if (share < 0.29) return 'About a quarter';
  return share < 0.42 ? 'About a third' : 'Almost half';
}
