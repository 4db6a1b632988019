import { francAll } from 'franc-min';

/** The one language that the model has learnt. */
export const servedLanguage = 'en';

const minLetters = 40;
/** English function words among the words: at so many no other language has been seen; with fewer, English is doubted. */
const surelyEnglish = 0.2;
const likelyEnglish = 0.1;
/** Letters outside ASCII among the letters: English has hardly any, most languages in Latin script have more. */
const maxForeignInEnglish = 0.002;
/** English that is rich in names and terms comes second or third among franc's guesses now and then. */
const guessesForEnglish = 3;

/**
 * The language of a stretch of plain text: a BCP 47 tag, or `und` when there is too little to tell. By its function
 * words, or else through franc (trigrams). Of human English passages and beginnings of passages in the corpora with
 * few function words, 4 in 100 are taken for another language (lab/training/README.md).
 * @param functionWords English function words among the words, 0..1.
 * @param foreignLetters letters outside ASCII among the letters, 0..1.
 * @param sample gives some hundred units of the text.
 */
export function identifyLanguage(
  functionWords: number,
  foreignLetters: number,
  sample: () => string,
): string {
  if (functionWords >= surelyEnglish) return servedLanguage;
  const guesses = francAll(sample(), { minLength: minLetters }).map(([code]) => code);
  const likeEnglish = guesses.slice(0, guessesForEnglish).includes('eng');
  if (likeEnglish && (functionWords >= likelyEnglish || foreignLetters < maxForeignInEnglish))
    return servedLanguage;
  return Intl.getCanonicalLocales(guesses[0] ?? 'und')[0] ?? 'und';
}
