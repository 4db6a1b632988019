import { francAll } from 'franc-min';

/** The one language that the model has learnt. */
export const servedLanguage = 'en';

const fewestLetters = 40;
/**
 * Of the words, how many are English function words: at `surelyEnglish` no other language has been seen; English is
 * doubted at less than `doubtfullyEnglish`.
 */
const surelyEnglish = 0.2;
const doubtfullyEnglish = 0.1;
/** English that is rich in names and terms comes second or third among franc's guesses now and then. */
const guessesForEnglish = 3;

/**
 * The language of a stretch of plain text: a BCP 47 tag, or `und` when there is too little to tell. By its function
 * words, or else through franc (trigrams). Of human English passages with few function words, franc alone would take
 * 5 in 100 for another language; with the doubts above it is 1 (docs/detector.md).
 * @param functionShare English function words among the words, 0..1.
 * @param sample gives some hundred units of the text.
 */
export function identifyLanguage(functionShare: number, sample: () => string): string {
  if (functionShare >= surelyEnglish) return servedLanguage;
  const guesses = francAll(sample(), { minLength: fewestLetters }).map(([code]) => code);
  const likeEnglish = guesses.slice(0, guessesForEnglish).includes('eng');
  if (likeEnglish && functionShare >= doubtfullyEnglish) return servedLanguage;
  return Intl.getCanonicalLocales(guesses[0] ?? 'und')[0] ?? 'und';
}
