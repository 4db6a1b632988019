import { data } from 'franc-min/data.js';
import { expressions } from 'franc-min/expressions.js';

/** What a text is taken for in doubt. */
export const english = 'en';

const minUnits = 40;
/** English function words among the words: at so many no other language has been seen; with fewer, English is doubted. */
const surelyEnglish = 0.2;
const likelyEnglish = 0.12;
/** Letters outside ASCII among the letters: English has hardly any, most languages in Latin script have more. */
const maxForeignInEnglish = 0.002;
/** English that is rich in names and terms comes second or third among franc's guesses now and then. */
const guessesForEnglish = 3;

/**
 * Words that a language has and those like it hardly have, and the least share of them (0..1) by which it is believed: franc
 * lacks Catalan, Galician, Occitan, Luxembourgish and Swiss German, and takes them for what is nearest. Of the corpora's
 * texts in each language, 1 to 2 in 100 have fewer, most of them lists and code. Russian needs none: franc has its
 * neighbours.
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
/** Of fewer words their share says little. */
const wordsForShare = 40;

function isBelieved(language: string, text: string): boolean {
  const own = ownWords[language];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (own === undefined || words.length < wordsForShare) return true;
  return words.filter((word) => own.words.test(word)).length >= own.least * words.length;
}

/**
 * The language of plain text: a BCP 47 tag, or `und` when there is too little to tell. By its function
 * words, or else through franc (trigrams), which is doubted where the language's own words are missing. Of human English passages and beginnings of passages in the corpora with
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
  if (functionWords >= surelyEnglish) return english;
  const text = sample();
  const guesses = guessLanguages(text);
  const likeEnglish = guesses.slice(0, guessesForEnglish).includes('eng');
  // Dutch has as few letters outside ASCII, and English is often second or third to it.
  const isEnglishInLetters = foreignLetters < maxForeignInEnglish && guesses[0] !== 'nld';
  if (likeEnglish && (functionWords >= likelyEnglish || isEnglishInLetters)) return english;
  const language = Intl.getCanonicalLocales(guesses[0] ?? 'und')[0] ?? 'und';
  return isBelieved(language, text) ? language : 'und';
}

/** Of a script that one language is written in, the language is known by it. */
const scriptOf = (text: string): string | null => {
  // franc asks 30 expressions, which is most of its time for what is nearly always Latin.
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
 * ISO 639-3 codes of the likeliest languages, likeliest first; none for a text without letters. What franc gives, by
 * its own tables, in a third of the time: its distance is the sum over the trigrams of a text of how far the count
 * of each is from its rank in a language, so only those that a language has are looked at (Cavnar and Trenkle 1994).
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

/** What a trigram that a language lacks adds to its distance. */
const unknownTrigram = 300;

interface Trigrams {
  languages: string[];
  /** By trigram, the number and the rank of each language that has it, in turn. */
  postings: Map<string, number[]>;
}
const trigramsByScript = new Map<string, Trigrams>();

/** Made when the first text of a script asks; null where the script is that of one language. */
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
