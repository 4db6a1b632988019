import { franc } from 'franc-min';
import type { Normalised } from './normalise.ts';

const fewestLetters = 40;
const sampleLength = 2048;

/**
 * The language most of a text is in: a BCP 47 tag, or `und` when there is too little to tell. Looks at the middle
 * of the text, where titles and lists are rarer, through franc (trigrams; it reads 2,048 characters at most).
 */
export function identifyLanguage(text: Normalised): string {
  const start = Math.max(0, (text.length - sampleLength) >> 1);
  const sample = String.fromCharCode(
    ...text.units.subarray(start, Math.min(text.length, start + sampleLength)),
  );
  const code = franc(sample, { minLength: fewestLetters });
  return Intl.getCanonicalLocales(code)[0] ?? 'und';
}
