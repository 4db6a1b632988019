import type { Confidence, FalseAlarms, Reason, Shares, Verdict } from '../api/report.ts';
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
  /** Whether most of its prose is in that language. */
  isJudged: boolean;
  /** Shares of the letters (0..1) in prose of other languages, and in code or data. */
  foreign: number;
  code: number;
}

export interface Judgement {
  verdict: Verdict;
  confidence: Confidence;
  reasons: Reason[];
  false_alarms?: FalseAlarms;
}

const minWords = 60;
const wordsForConfidence = 150;
/**
 * A text is mixed if it has these shares of words marked AI and human. A text that clearly reads like an AI's needs
 * a larger human share, because single short stretches of such texts look human by chance.
 */
const conflictShares = { ai: 0.1, human: 0.2, humanInSurelyAi: 0.35 };
/** A text gets no verdict if its share of other languages or of code reaches this. */
const maxLeftOut = 0.5;
/**
 * Odd spaces and marks inside words are reported from this number and share of words. A few occur in ordinary
 * texts.
 */
const minOddSigns = 5;
const minOddShare = 0.02;
/**
 * If each side has this share of the words, a text is uncertain because its parts differ, not because signs are
 * missing.
 */
const unevenShare = 0.25;
/** The odds from which an uncertain text is reported as close to a verdict. */
const nearly = 2 / 3;
/** A longer average "sentence" means that the text is a table, a log or data rather than prose. */
const maxWordsPerSentence = 120;
/** A text with fewer words in sentences consists of headings and labels. */
const minWordsInSentences = 20;
export function judge(findings: Findings, model: Pick<Model, 'thresholds' | 'falseAlarms'>): Judgement {
  const thresholdsOfAllKinds = model.thresholds[findings.words < wordsForConfidence ? 'short' : 'long'];
  const thresholds = {
    ...thresholdsOfAllKinds,
    ai: raiseProbability(thresholdsOfAllKinds.ai, findings.caution),
    surelyAi: raiseProbability(thresholdsOfAllKinds.surelyAi, findings.caution),
  };
  const { score, shares, ai, words, hidden, lookalikes, oddSpaces, markedLetters } = findings;
  const reasons: Reason[] = [];
  const blocking = blockingReason(findings);
  if (blocking !== null) reasons.push(blocking);
  if (hidden > 0) {
    reasons.push({
      code: 'hidden_characters',
      message: `${hidden} invisible character${hidden === 1 ? '' : 's'} inside or beside words, ignored in the score.`,
    });
  }
  if (lookalikes > 0) {
    reasons.push({
      code: 'lookalike_letters',
      message: `${lookalikes} letter${lookalikes === 1 ? '' : 's'} from another alphabet that imitate${lookalikes === 1 ? 's' : ''} a Latin one, read as that one.`,
    });
  }
  const min = Math.max(minOddSigns, words * minOddShare);
  if (oddSpaces >= min) {
    reasons.push({
      code: 'odd_spaces',
      message: `${oddSpaces} unusual spaces between words, read as plain ones.`,
    });
  }
  if (markedLetters >= min) {
    reasons.push({
      code: 'markup_in_words',
      message: `${markedLetters} words broken up by markup, read as they show.`,
    });
  }
  if (blocking !== null) return { verdict: 'uncertain', confidence: 'low', reasons };
  reasons.push(...leftOut(findings));
  const conflicting =
    words >= minWordsToDivide &&
    ai >= conflictShares.ai &&
    shares.human >= (score < thresholds.surelyAi ? conflictShares.human : conflictShares.humanInSurelyAi);
  if (conflicting) {
    reasons.push({
      code: 'conflicting_parts',
      message: 'Some parts read like an AI wrote them, others like a person did.',
    });
  }
  if (words < wordsForConfidence) {
    reasons.push({ code: 'short', message: `Fewer than ${wordsForConfidence} words: less sure.` });
  } else if (findings.wordsInSentences < wordsForConfidence) {
    reasons.push({
      code: 'few_sentences',
      message: `Fewer than ${wordsForConfidence} words in sentences, the rest in headings and lists: less sure.`,
    });
  }
  const verdict = verdictOf(score, conflicting, thresholds);
  if (verdict !== verdictOf(score, conflicting, thresholdsOfAllKinds)) {
    reasons.push({
      code: 'like_abstract',
      message: 'It resembles the abstract of a paper, and some of those by people score as high.',
    });
  } else if (
    findings.kind !== null &&
    verdict !== verdictOf(findings.scoreOfAnyKind, conflicting, thresholdsOfAllKinds)
  ) {
    const [code, what] = readAs[findings.kind];
    reasons.push({
      code,
      message: `Read as ${what}: the same score means another thing in other kinds of text.`,
    });
  }
  if (verdict === 'uncertain') {
    reasons.push({
      code: 'between',
      message: 'Human-written and AI texts both reach this score, so it decides nothing.',
    });
    reasons.push(whyUncertain(findings));
  }
  // No single score describes a mixed text.
  const falseAlarms = verdict === 'mixed' ? undefined : falseAlarmsOf(model.falseAlarms, findings);
  return {
    verdict,
    confidence: confidenceOf(verdict, findings, thresholds.surelyAi),
    reasons,
    ...(falseAlarms && { false_alarms: falseAlarms }),
  };
}

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
function whyUncertain({ score, shares, kind, distinguishesKinds }: Findings): Reason {
  if (shares.ai >= unevenShare && shares.human >= unevenShare) {
    return {
      code: 'uneven',
      message: 'Some of its sentences lean to AI and others to a person, and they cancel out.',
    };
  }
  if (score >= nearly) {
    return {
      code: 'near_ai',
      message: 'It comes close to reading like AI, but some human-written texts do too.',
    };
  }
  if (score <= 1 - nearly) {
    return {
      code: 'no_clear_sign',
      message: 'No clear sign either way: newer models write like this too.',
    };
  }
  if (distinguishesKinds && kind === null) {
    return { code: 'unfamiliar', message: 'It resembles no kind of text that Inkling was trained on.' };
  }
  return { code: 'balanced', message: 'Its signs of AI and of a person are about as strong.' };
}

function blockingReason(findings: Findings): Reason | null {
  const { score, words, wordsInSentences, allWords, sentences, language, isJudged, judged, foreign, code } =
    findings;
  if (allWords < minWords) return tooShort(allWords, 'prose');
  if (code >= maxLeftOut) {
    return { code: 'not_prose', message: 'Most of this is code or data, and no prose to judge.' };
  }
  if (!isJudged || foreign >= maxLeftOut) {
    return {
      code: 'unsupported_language',
      message: `This is in no language that Inkling judges so far: ${languageNames(judged)}.`,
    };
  }
  if (words < minWords) return tooShort(words, `${languageNames([language])} prose`);
  const isList = wordsInSentences < words * minShareInSentences && score < minListConfidence;
  if (isList || words > sentences * maxWordsPerSentence || wordsInSentences < minWordsInSentences) {
    return {
      code: 'not_prose',
      message: 'Most of this is lists, headings or fragments: too few whole sentences to judge.',
    };
  }
  return null;
}

/** The languages' English names as a list. */
function languageNames(languages: readonly string[]): string {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Intl.ListFormat('en').format(languages.map((language) => names.of(language) ?? language));
}

const tooShort = (words: number, what: string): Reason => ({
  code: 'too_short',
  message: `Only ${words} word${words === 1 ? '' : 's'} of ${what}; at least ${minWords} are needed for a verdict.`,
});

/** The reasons about parts that were not scored. */
function leftOut({ foreign, code }: Findings): Reason[] {
  const reasons: Reason[] = [];
  if (foreign > 0) {
    const message = `${portion(foreign)} of this text is in another language and was left out of the score.`;
    reasons.push({ code: 'unsupported_language', message });
  }
  if (code > 0) {
    const message = `${portion(code)} of this text is code or data and was left out of the score.`;
    reasons.push({ code: 'not_prose', message });
  }
  return reasons;
}

/** A share from 0 to 0.5, in words. */
function portion(share: number): string {
  if (share < 0.18) return 'A small part';
  if (share < 0.29) return 'About a quarter';
  return share < 0.42 ? 'About a third' : 'Almost half';
}

function verdictOf(score: number, conflicting: boolean, { ai, human }: Thresholds): Verdict {
  if (conflicting) return 'mixed';
  if (score >= ai) return 'ai';
  return score <= human ? 'human' : 'uncertain';
}

function confidenceOf(verdict: Verdict, { score, wordsInSentences }: Findings, surelyAi: number): Confidence {
  if (wordsInSentences < wordsForConfidence || verdict === 'uncertain' || verdict === 'mixed') return 'low';
  return score >= surelyAi ? 'high' : 'medium';
}
