import { data } from 'franc-min/data.js';
import { expressions } from 'franc-min/expressions.js';

/** The default language in case of doubt. */
export const english = 'en';

const minUnits = 40;
/** A text with at least this share of English function words is English; no other language has that many. */
const surelyEnglish = 0.2;
const likelyEnglish = 0.12;
/** Share of letters outside ASCII: English has almost none, most other Latin-script languages have more. */
const maxForeignInEnglish = 0.002;
/** English with many names and terms is sometimes only franc's second or third guess. */
const guessesForEnglish = 3;

/**
 * Words that distinguish a language from similar ones, and the minimum share of them (0..1) for a text to count as
 * that language. franc lacks Catalan, Galician, Occitan, Luxembourgish and Swiss German, and reports the most
 * similar language instead. In the corpora, 1 to 2 of 100 texts of each language have a lower share, mostly lists
 * and code. Russian needs no such words, because franc can identify the languages similar to it.
 */
const ownWords: Readonly<Record<string, { words: RegExp; least: number }>> = {
  es: {
    words:
      /^(y|por|con|para|su|sus|más|pero|como|los|las|el|es|fue|muy|sin|desde|también|porque|está|lo|se|le|una)$/,
    least: 0.07,
  },
  fr: {
    words:
      /^(et|les|des|est|une|dans|pour|qui|que|il|le|du|au|ne|pas|sur|avec|ce|plus|par|elle|on|vous|sont|cette)$/,
    least: 0.09,
  },
  pt: {
    words:
      /[ãõç]|lh|nh|^(não|um|uma|em|com|é|pelo|pela|são|isso|à|seu|sua|também|já|muito|mas|aos?|os|d[oa]s|foi|até)$/,
    least: 0.06,
  },
  de: {
    words:
      /^(und|der|die|das|ist|nicht|eine?|de[nms]|mit|von|zu|für|auf|sich|im|als|auch|es|werden|aus|bei|sind|wie|oder)$/,
    least: 0.075,
  },
};
/** Below this number of words the share is unreliable. */
const wordsForShare = 40;

function isConfirmed(language: string, text: string): boolean {
  const own = ownWords[language];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (own === undefined || words.length < wordsForShare) return true;
  return words.filter((word) => own.words.test(word)).length >= own.least * words.length;
}

/**
 * The language of plain text: a BCP 47 tag, or `und` when there is too little text. It is identified by English
 * function words, or else by franc (trigrams), whose guess is rejected if the language's own words are missing. In
 * the corpora, 4 in 100 human-written English passages (or beginnings of passages) with few function words are
 * identified as another language (lab/training/README.md).
 * @param functionWords share of English function words, 0..1.
 * @param foreignLetters share of letters outside ASCII, 0..1.
 * @param sample returns a few hundred units of the text.
 */
export function identifyLanguage(
  functionWords: number,
  foreignLetters: number,
  sample: () => string,
): string {
  if (functionWords >= surelyEnglish) return english;
  const text = sample();
  const guesses = guessLanguages(text);
  const likeEnglish = guesses.slice(0, guessesForEnglish).includes('eng');
  // Dutch has equally few letters outside ASCII, and English is often its second or third guess.
  const isEnglishInLetters = foreignLetters < maxForeignInEnglish && guesses[0] !== 'nld';
  if (likeEnglish && (functionWords >= likelyEnglish || isEnglishInLetters)) return english;
  const language = Intl.getCanonicalLocales(guesses[0] ?? 'und')[0] ?? 'und';
  return isConfirmed(language, text) ? language : 'und';
}

/** The most common script of a text; null for a text without letters. */
const scriptOf = (text: string): string | null => {
  // franc spends most of its time testing 30 expressions for scripts, although nearly all texts are Latin.
  if (isAscii.test(text)) return /[a-z]/i.test(text) ? 'Latin' : null;
  let top: string | null = null;
  let most = 0;
  for (const [script, characters] of Object.entries(expressions)) {
    const count = text.match(characters)?.length ?? 0;
    if (count > most) {
      top = script;
      most = count;
    }
  }
  return top;
};
const isAscii = /^[\0-\x7f]*$/;

/**
 * ISO 639-3 codes of the likeliest languages, likeliest first; empty for a text without letters. Computes franc's
 * result from its tables in a third of the time. A text's distance from a language is a sum over the text's
 * trigrams: the difference between the trigram's count and rank, or a constant if the language lacks it (Cavnar
 * and Trenkle 1994). The sum starts as if the language lacked all trigrams, so only those that it has need work.
 */
function guessLanguages(text: string): string[] {
  if (text.length < minUnits) return [];
  const script = scriptOf(text);
  if (script === null) return [];
  const trigrams = trigramsOf(script);
  if (trigrams === null) return [script];
  const { languages, postings } = trigrams;
  const distances = new Int32Array(languages.length);
  for (const [trigram, count] of countTrigrams(text)) {
    const found = postings.get(trigram);
    if (found === undefined) continue;
    for (let i = 0; i < found.length; i += 2) {
      distances[found[i]!]! += Math.abs(count - found[i + 1]! - 1) - unknownTrigram;
    }
  }
  const order = [...languages.keys()].sort((a, b) => distances[a]! - distances[b]!);
  return order.map((language) => languages[language]!);
}

/** The distance that a trigram adds if the language lacks it. */
const unknownTrigram = 300;

interface Trigrams {
  languages: string[];
  /** For each trigram, the languages that have it, as alternating indexes and ranks. */
  postings: Map<string, number[]>;
}
const trigramsByScript = new Map<string, Trigrams>();

/** Built for the first text in a script; null if only one language uses the script. */
function trigramsOf(script: string): Trigrams | null {
  const ofScript = data[script];
  if (ofScript === undefined) return null;
  let trigrams = trigramsByScript.get(script);
  if (trigrams === undefined) {
    trigrams = { languages: Object.keys(ofScript), postings: new Map() };
    for (const [language, ranked] of Object.values(ofScript).entries()) {
      const seen = new Set<string>();
      for (const [rank, trigram] of ranked.split('|').entries()) {
        if (seen.has(trigram)) continue;
        seen.add(trigram);
        const found = trigrams.postings.get(trigram);
        if (found === undefined) trigrams.postings.set(trigram, [language, rank]);
        else found.push(language, rank);
      }
    }
    trigramsByScript.set(script, trigrams);
  }
  return trigrams;
}

function countTrigrams(text: string): Map<string, number> {
  const clean = text
    .replace(/[!-@]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
  const padded = ` ${clean} `;
  const counts = new Map<string, number>();
  for (let i = 0; i + 3 <= padded.length; i++) {
    const trigram = padded.slice(i, i + 3);
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return counts;
}
