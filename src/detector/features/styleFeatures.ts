import { isAsciiLetter } from '../../text/characters.ts';
import { lowerUnit } from '../normalise/characters.ts';
import { numberKind, signKind, type Tokens } from './tokens.ts';
import { endingFinder, HashTable, hashWord } from './words.ts';
import { english } from '../language.ts';
import type { Model } from '../model/model.ts';
import { originEnd, type Normalised } from '../normalise/normalise.ts';
import type { TokenWeights } from '../model/score.ts';

/** Labels of the style features in reports. Each label is true of every example, so that a reader can check it. */
export const styleFeatureLabels = {
  contractions: 'Contractions, such as “don’t” and “it’s”',
  first_person: 'Speaking as “I” or “we”',
  second_person: 'Speaking to the reader as “you”',
  third_person: 'Pronouns such as “he”, “it” and “who”',
  articles_prepositions: 'Articles and prepositions',
  connectives: 'Linking words, such as “however” and “because”',
  modals: 'Words of possibility and duty, such as “may” and “should”',
  be_have_do: 'Forms of “be”, “have” and “do”',
  participles: 'Words ending in -ing',
  nominalisations: 'Words ending in -tion, -sion, -ment, -ness or -ity',
  adverbs: 'Words ending in -ly',
  past: 'Words ending in -ed',
  numbers: 'Numbers',
  dashes: 'Dashes and hyphens',
  colons: 'Colons and semicolons',
  brackets: 'Brackets and quotation marks',
  names: 'Capitalised words inside sentences',
  words_of_ai: 'Words and phrases typical of chat assistants',
  words_of_people: 'Words and phrases typical of people',
  wording_of_newer_models: 'Plain words, combined as newer AI models combine them',
  wording_of_people: 'Plain words, combined as people combine them',
} as const;
export type ReportedFeature = keyof typeof styleFeatureLabels;

/** The feature of a token. Words without their own feature share `words`. */
export type StyleFeature = Exclude<ReportedFeature, `words_of_${string}` | `wording_of_${string}`> | 'words';

const isStyleFeature = (feature: string): feature is Exclude<StyleFeature, 'words'> =>
  !/^word(?:s|ing)_of_/.test(feature);
export const styleFeatures: readonly StyleFeature[] = [
  ...Object.keys(styleFeatureLabels).filter(isStyleFeature),
  'words',
];

/** The name that reports use for a feature that adds `weight` to the log-odds. */
export function reportedFeature(feature: StyleFeature, weight: number): ReportedFeature {
  if (feature !== 'words') return feature;
  return weight > 0 ? 'words_of_ai' : 'words_of_people';
}

const numberOf = (feature: StyleFeature): number => styleFeatures.indexOf(feature);

const listed: readonly (readonly [StyleFeature, string])[] = [
  ['contractions', "it's that's there's here's he's she's what's who's where's how's let's n't"],
  ['first_person', 'i me my mine myself we us our ours ourselves'],
  ['second_person', 'you your yours yourself'],
  ['third_person', 'he him his she her hers they them their theirs it its who whom whose'],
  [
    'articles_prepositions',
    'the a an of to in for on with at by from as into over under between during about after before through',
  ],
  [
    'connectives',
    'and but or so because while although though however therefore thus also moreover furthermore additionally ' +
      'if then than that which when where since until yet still instead overall',
  ],
  ['modals', 'will would can could may might shall should must perhaps likely'],
  ['be_have_do', 'is are was were be been being am has have had having do does did'],
];
/** For each hash of a word, its feature's number plus one; 0 means none. */
const featureOfWord = new HashTable();
for (const [feature, words] of listed)
  for (const word of words.split(' ')) featureOfWord.set(hashWord(word), 1 + numberOf(feature));

/** “’s” is left out because it is more often a genitive; contractions with it are listed above. */
const endings: readonly (readonly [StyleFeature, string])[] = [
  ['contractions', "n't 're 've 'll 'm 'd"],
  ['participles', 'ing'],
  ['nominalisations', 'tion sion ment ness ity'],
  ['adverbs', 'ly'],
  ['past', 'ed'],
];
/** For each ending of a word, its feature's number plus one; 0 means none. */
const featureOfEnding = endingFinder(
  endings.flatMap(([feature, list]) =>
    list.split(' ').map((ending) => [ending, 1 + numberOf(feature)] as const),
  ),
);

const signs: readonly (readonly [StyleFeature, string])[] = [
  ['dashes', '-'],
  ['colons', ':;'],
  ['brackets', '()"\''],
];
/** For each character code, the number of a sign's feature, or -1. */
const featureOfSign = new Int8Array(128).fill(-1);
for (const [feature, list] of signs)
  for (const sign of list) featureOfSign[sign.charCodeAt(0)] = numberOf(feature);

const numeric = numberOf('numbers');
const name = numberOf('names');
const otherWord = numberOf('words');

/**
 * The number of a token's style feature, or -1 for a sign without one, such as a comma or full stop, which are too
 * common to tell a reader anything.
 * @param opens whether the token begins a sentence.
 * @param isEnglish whether to distinguish kinds of words, which works only for English.
 */
export function styleFeatureOf(
  tokens: Tokens,
  index: number,
  units: Uint16Array,
  opens: boolean,
  isEnglish = true,
): number {
  const start = tokens.starts[index]!;
  const end = tokens.ends[index]!;
  const kind = tokens.kinds[index]!;
  const first = units[start]!;
  if (kind === numberKind) return numeric;
  if (kind === signKind) return first < 128 ? featureOfSign[first]! : -1;
  if (!isEnglish) return otherWord;
  const isCapital = isAsciiLetter(first) && lowerUnit(first) !== first;
  // “I” is always a capital and is not a name. “May”, “Will” and “US” are names, unlike “may”, “will” and “us”.
  const isName = isCapital && end - start > 1 && units[start + 1] !== apostrophe;
  if (isName && !opens && followsWord(tokens, index, units)) return name;
  const known = featureOfWord.get(tokens.words[index]!);
  if (known > 0) return known - 1;
  const ending = featureOfEnding(units, start, end);
  return ending > 0 ? ending - 1 : otherWord;
}

const apostrophe = 39;
const comma = 44;

/** Whether a token follows a word, number or comma: after other signs, such as a colon, a new sentence may begin. */
function followsWord({ kinds, starts }: Tokens, index: number, units: Uint16Array): boolean {
  if (index === 0) return false;
  return kinds[index - 1] !== signKind || units[starts[index - 1]!] === comma;
}

/** The most places shown of a feature, in each direction. */
export const maxPlaces = 5;

/**
 * The effect of the style features on the chat voice's logit for one part, and the places with the most effect.
 * Features are indexes into `styleFeatures`.
 */
export interface StyleFeatureSums {
  /** For each feature, the sum over all its tokens. */
  totals: readonly number[];
  /** The `maxPlaces` tokens that raise each feature's sum most, and those that lower it most, as columns. */
  features: Uint8Array;
  /** Offsets in the passage's text, end exclusive. */
  starts: Uint32Array;
  ends: Uint32Array;
  adds: Float32Array;
}

// Scratch space, reused: the strongest tokens so far, by feature and direction.
const ways = styleFeatures.length * 2;
const topTokens = new Uint32Array(ways * maxPlaces);
const topCounts = new Uint8Array(ways);
const totals = new Float64Array(styleFeatures.length);
/** For each token, its contribution. */
let adds = new Float64Array(1024);

/**
 * For each style feature, sums what its tokens contribute to the chat voice's logit for one part. A token
 * contributes the weights of the n-grams that begin in it, divided by the norm of the part's n-gram vector.
 * @param firstTokens the first token of each sentence of the part, and the token after the last.
 */
export function sumStyleFeatures(
  model: Model,
  text: Normalised,
  tokens: Tokens,
  firstTokens: Uint32Array,
  weights: TokenWeights,
): StyleFeatureSums {
  const from = firstTokens[0]!;
  const to = firstTokens.at(-1)!;
  if (adds.length < to) adds = new Float64Array(2 * to);
  adds.fill(0, from, to);
  for (const [f, family] of model.families.entries()) {
    addFamily(weights.sums.chat[f]!, weights.squares[f]!, from, to, family.voices.chat.share);
  }
  const isEnglish = model.language === english;
  totals.fill(0);
  topCounts.fill(0);
  let sentence = 0;
  for (let t = from; t < to; t++) {
    while (firstTokens[sentence]! < t) sentence++;
    const feature = styleFeatureOf(tokens, t, text.units, firstTokens[sentence] === t, isEnglish);
    if (feature < 0) continue;
    const add = adds[t]!;
    totals[feature]! += add;
    addIfStrong(feature * 2 + (add > 0 ? 1 : 0), t);
  }
  return { totals: Array.from(totals), ...places(text, tokens, from, to) };
}

function addFamily(sums: Float32Array, squares: Float32Array, from: number, to: number, share: number): void {
  let square = 0;
  for (let t = from; t < to; t++) square += squares[t]!;
  if (square === 0) return;
  const factor = share / Math.sqrt(square);
  for (let t = from; t < to; t++) adds[t]! += sums[t]! * factor;
}

/**
 * Adds a token to the sorted list of the strongest tokens in its direction, if it is strong enough. Of equal
 * tokens, the first is preferred.
 */
function addIfStrong(way: number, token: number): void {
  const first = way * maxPlaces;
  const add = Math.abs(adds[token]!);
  let i = first + topCounts[way]!;
  if (i === first + maxPlaces) {
    if (add <= Math.abs(adds[topTokens[i - 1]!]!)) return;
    i--;
  } else topCounts[way]! += 1;
  for (; i > first && add > Math.abs(adds[topTokens[i - 1]!]!); i--) topTokens[i] = topTokens[i - 1]!;
  topTokens[i] = token;
}

function places(
  text: Normalised,
  tokens: Tokens,
  from: number,
  to: number,
): Omit<StyleFeatureSums, 'totals'> {
  const count = topCounts.reduce((sum, tops) => sum + tops, 0);
  const columns = {
    features: new Uint8Array(count),
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    adds: new Float32Array(count),
  };
  let place = 0;
  for (let way = 0; way < ways; way++) {
    const first = way * maxPlaces;
    for (let i = first; i < first + topCounts[way]!; i++) {
      const token = topTokens[i]!;
      columns.features[place] = way >> 1;
      // A sign is shown together with the words beside it.
      const isSign = tokens.kinds[token] === signKind;
      const first = isSign ? Math.max(from, token - 1) : token;
      const last = isSign ? Math.min(to - 1, token + 1) : token;
      columns.starts[place] = text.origins[tokens.starts[first]!]!;
      columns.ends[place] = originEnd(text, tokens.ends[last]! - 1);
      columns.adds[place++] = adds[token]!;
    }
  }
  return columns;
}
