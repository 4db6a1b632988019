import type { Scored } from '../../../../lab/training/scored.ts';

let made = 0;

/** A scored text for the tests of figures: a long human text of one source unless told otherwise. */
export const scoredText = (fields: Partial<Scored>): Scored => ({
  genre: 'letters',
  source: 'letters_human',
  domain: 'mail',
  language: 'en',
  generator: null,
  edit: null,
  attack: null,
  cluster: String(made++),
  isBaseModel: false,
  ...{ isAi: false, voice: null, style: null },
  words: 200,
  score: 0.2,
  verdict: 'human',
  confidence: 'medium',
  ...fields,
});

export const several = (count: number, fields: (i: number) => Partial<Scored>): Scored[] =>
  Array.from({ length: count }, (_, i) => scoredText(fields(i)));

/** Two genres: letters, told apart well, and notes, badly. */
export const twoGenres: readonly Scored[] = [
  ...several(60, (i) => ({ score: 0.1 + i / 1000 })),
  ...several(60, (i) => ({
    ...{ isAi: true, voice: 'chat' },
    source: 'letters_ai',
    generator: 'm-1',
    score: 0.9 + i / 1000,
    verdict: 'ai',
    confidence: 'high',
  })),
  ...several(60, (i) => ({
    genre: 'notes',
    source: 'notes_human',
    domain: 'note',
    score: 0.3 + i / 100,
    verdict: i < 3 ? 'ai' : 'uncertain',
    confidence: 'low',
  })),
  ...several(60, (i) => ({
    genre: 'notes',
    source: 'notes_ai',
    domain: 'note',
    ...{ isAi: true, voice: 'chat' },
    generator: i < 55 ? 'm-2' : 'm-3',
    score: 0.35 + i / 100,
    verdict: 'uncertain',
    confidence: 'low',
  })),
];
