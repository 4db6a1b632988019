import type { Confidence, Report, Result, Verdict } from '../api/report.ts';
import { unjudgeableReason, type Unjudgeable } from './judged.ts';
import { countPlaces, type Sentence } from './sentences.ts';

/** What a report says, in sentences. They claim what a text reads like, never who wrote it. */

const claims: Record<Exclude<Verdict, 'uncertain'>, Record<Confidence, string>> = {
  human: {
    high: 'This text reads like a person’s writing',
    medium: 'This text reads more like a person’s writing than AI',
    low: 'This text leans towards a person’s writing',
  },
  mixed: {
    high: 'Parts of this text read like AI, parts like a person',
    medium: 'Parts of this text read more like AI than a person',
    low: 'Parts of this text lean towards AI',
  },
  ai: {
    high: 'This text reads like AI writing',
    medium: 'This text reads more like AI writing than a person’s',
    low: 'This text leans towards AI writing',
  },
};

const noClaims: Record<Unjudgeable, string> = {
  too_short: 'This text is too short to tell',
  unsupported_language: 'Inkling can’t judge texts in this language',
  not_prose: 'There is too little running text here to tell',
};

/** The verdict as a sentence that a person would say, without its full stop. */
export function claimOf(result: Pick<Result, 'verdict' | 'confidence' | 'reasons'>): string {
  if (result.verdict !== 'uncertain') return claims[result.verdict][result.confidence];
  const unjudgeable = unjudgeableReason(result);
  if (unjudgeable) return noClaims[unjudgeable];
  const conflicting = result.reasons.some(({ code }) => code.startsWith('conflicting'));
  return conflicting ? 'The signs in this text point both ways' : 'This text gives too little away to tell';
}

const sureness: Record<Confidence, string> = {
  high: 'High confidence.',
  medium: 'Medium confidence.',
  low: 'Low confidence: a hint, no more.',
};

/** How far to believe the claim, in a sentence. */
export function surenessOf({ verdict, confidence }: Pick<Result, 'verdict' | 'confidence'>): string {
  return verdict === 'uncertain' ? 'No verdict: a guess here could wrong somebody.' : sureness[confidence];
}

/** How much of the text reads like what, in a sentence; `undefined` when it could not be judged. */
export function sharesOf(result: Report['result'], sentences: readonly Sentence[]): string | undefined {
  if (unjudgeableReason(result)) return undefined;
  const { human, uncertain, ai } = result.shares;
  if (ai < 0.03) {
    if (human > 0.9) return 'None of it stands out as AI.';
    return human < 0.03
      ? 'All of it could be either.'
      : `${capitalised(portion(human))} of the words read like a person; the rest could be either.`;
  }
  const places = countPlaces(sentences, 'ai');
  const where = ai < 0.9 && places > 0 ? `, in ${counted(places)},` : '';
  const rest =
    human < 0.03
      ? 'the rest could be either'
      : uncertain < 0.1
        ? 'the rest reads like a person'
        : `${portion(human)} read like a person, and the rest could be either`;
  const ending = ai < 0.97 ? `; ${rest}` : '';
  return `${capitalised(portion(ai))} of the words${where} read like AI${ending}.`;
}

/** Upper limit of a share, and what to call one below it. */
const portions: readonly (readonly [number, string])[] = [
  [0.07, 'a few'],
  [0.14, 'about a tenth'],
  [0.225, 'about a fifth'],
  [0.29, 'about a quarter'],
  [0.4, 'about a third'],
  [0.6, 'about half'],
  [0.7, 'about two thirds'],
  [0.82, 'about three quarters'],
  [0.97, 'nearly all'],
];

function portion(share: number): string {
  return portions.find(([below]) => share < below)?.[1] ?? 'all';
}

const numerals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function counted(places: number): string {
  return `${numerals[places - 1] ?? String(places)} ${places === 1 ? 'place' : 'places'}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
