import { isAsciiLetter, lowerUnit } from '../normalise/characters.ts';
import { hashUnits, numberKind, signKind, type Tokens } from './tokens.ts';

/** A habit of writing that a reader can check, as a report names it, with what it is called. */
export const features = {
  contractions: 'Contractions, such as “don’t” and “it’s”',
  first_person: 'Speaking as “I” or “we”',
  second_person: 'Speaking to the reader as “you”',
  third_person: 'Pronouns such as “he”, “she” and “they”',
  articles_prepositions: 'Use of articles and prepositions',
  connectives: 'Linking words, such as “however” and “because”',
  modals: 'Words of possibility and duty, such as “may” and “should”',
  be_have_do: 'Forms of “be”, “have” and “do”',
  participles: 'Words ending in -ing',
  nominalisations: 'Abstract nouns, ending in -tion, -ment, -ness, -ity',
  adverbs: 'Adverbs ending in -ly',
  past: 'Verbs and adjectives ending in -ed',
  numbers: 'Concrete numbers',
  commas: 'Commas',
  stops: 'How sentences end',
  dashes: 'Dashes and hyphens',
  colons: 'Colons and semicolons',
  brackets: 'Brackets and quotation marks',
  names: 'Capitalised words and names',
  words_of_ai: 'Words and turns of phrase that AI uses more',
  words_of_people: 'Words and turns of phrase that people use more',
} as const;
export type Feature = keyof typeof features;

/** What a token is an instance of. All other words are one habit: which they are speaks for one side or the other. */
export type Habit = Exclude<Feature, 'words_of_ai' | 'words_of_people'> | 'words';

const isHabit = (feature: string): feature is Exclude<Habit, 'words'> => !feature.startsWith('words_of_');
export const habitNames: readonly Habit[] = [...Object.keys(features).filter(isHabit), 'words'];

/** How a report names a habit that adds this much to the log-odds. */
export function featureOf(habit: Habit, weight: number): Feature {
  if (habit !== 'words') return habit;
  return weight > 0 ? 'words_of_ai' : 'words_of_people';
}

const listed: Partial<Record<Habit, string>> = {
  first_person: 'i me my mine myself we us our ours ourselves',
  second_person: 'you your yours yourself',
  third_person: 'he him his she her hers they them their theirs it its who whom whose',
  articles_prepositions:
    'the a an of to in for on with at by from as into over under between during about after before through',
  connectives:
    'and but or so because while although though however therefore thus also moreover furthermore additionally ' +
    'if then than that which when where since until yet still instead overall',
  modals: 'will would can could may might shall should must perhaps likely often',
  be_have_do: 'is are was were be been being am has have had having do does did not no',
};

/** As a signed number: V8 allocates an object for each unsigned one that it looks up. */
const hashOf = (word: string): number => {
  const units = Uint16Array.from(word, (character) => character.charCodeAt(0));
  return hashUnits(units, 0, units.length) | 0;
};
const habitOfWord = new Map<number, Habit>();
for (const [habit, words] of Object.entries(listed)) {
  for (const word of words.split(' ')) habitOfWord.set(hashOf(word), habit as Habit);
}

const endings: { ending: string; habit: Habit }[] = [
  { ending: 'ing', habit: 'participles' },
  { ending: 'tion', habit: 'nominalisations' },
  { ending: 'sion', habit: 'nominalisations' },
  { ending: 'ment', habit: 'nominalisations' },
  { ending: 'ness', habit: 'nominalisations' },
  { ending: 'ity', habit: 'nominalisations' },
  { ending: 'ance', habit: 'nominalisations' },
  { ending: 'ence', habit: 'nominalisations' },
  { ending: 'ly', habit: 'adverbs' },
  { ending: 'ed', habit: 'past' },
];

const signs = new Map<number, Habit>(
  Object.entries({
    ',': 'commas',
    '.': 'stops',
    '!': 'stops',
    '?': 'stops',
    '-': 'dashes',
    ':': 'colons',
    ';': 'colons',
    '(': 'brackets',
    ')': 'brackets',
    '"': 'brackets',
    "'": 'brackets',
  } satisfies Record<string, Habit>).map(([sign, habit]) => [sign.charCodeAt(0), habit]),
);

/** The habit that a token is an instance of; null for a sign that belongs to none. */
export function habitOf(tokens: Tokens, index: number, units: Uint16Array): Habit | null {
  const start = tokens.starts[index]!;
  const end = tokens.ends[index]!;
  if (tokens.kinds[index] === numberKind) return 'numbers';
  if (tokens.kinds[index] === signKind) return signs.get(units[start]!) ?? null;
  const known = habitOfWord.get(tokens.words[index]! | 0);
  if (known !== undefined) return known;
  if (hasApostrophe(units, start, end)) return 'contractions';
  if (isAsciiLetter(units[start]!) && lowerUnit(units[start]!) !== units[start]!) return 'names';
  for (const { ending, habit } of endings) {
    if (end - start > ending.length + 2 && endsWith(units, end, ending)) return habit;
  }
  return 'words';
}

function hasApostrophe(units: Uint16Array, start: number, end: number): boolean {
  for (let i = Math.max(start, end - 4); i < end; i++) if (units[i] === 39) return true;
  return false;
}

function endsWith(units: Uint16Array, end: number, ending: string): boolean {
  for (let i = 0; i < ending.length; i++) {
    if (lowerUnit(units[end - ending.length + i]!) !== ending.charCodeAt(i)) return false;
  }
  return true;
}
