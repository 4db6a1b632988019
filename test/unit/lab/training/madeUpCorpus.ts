import type { Voice } from '../../../../src/detector/model/voices.ts';
import type { CorpusText } from '../../../../lab/training/corpus.ts';
import { seeded } from '../../../../lab/training/random.ts';

const phrases = {
  chat: ['a rich tapestry of', 'underscores the pivotal', 'fostering a vibrant', 'delves into the realm of'],
  human: ['i went down to', 'but then he said', 'we got stuck on', 'anyway the lid of'],
  plain: [
    'nobody had asked whether',
    'nine of them without',
    'most of it went wrong',
    'before eleven somebody',
  ],
  subject: [
    'river',
    'ledger',
    'window',
    'engine',
    'garden',
    'letter',
    'market',
    'bridge',
    'kettle',
    'harbour',
  ],
};

/** Texts whose style, not subject, tells people and the voices; each source has a subject of its own. */
function madeUp(source: string, by: 'human' | Voice, subject: string, random: () => number): CorpusText[] {
  const pick = (of: readonly string[]): string => of[Math.floor(random() * of.length)]!;
  const isAi = by !== 'human';
  return Array.from({ length: 230 }, (_, i) => ({
    id: `${source} ${by} ${i}`,
    text: Array.from(
      { length: 80 },
      () => `${pick(random() < 0.6 ? phrases[by] : phrases.subject)} the ${subject}.`,
    ).join(' '),
    isAi,
    voice: by === 'human' ? null : by,
    style: by === 'plain' ? 'plain' : null,
    partner: by === 'plain' ? `${source} human ${i}` : null,
    source,
    domain: 'test',
    group: String(i),
    language: 'en',
    generator: isAi ? 'm-1' : null,
    attack: null,
    year: null,
    repo: null,
  }));
}

/** Two genres of two sources, each large enough to choose thresholds from. */
export function madeUpCorpus(seed: number): CorpusText[] {
  const random = seeded(seed);
  return [
    ...madeUp('blogs_human', 'human', 'parcel', random),
    ...madeUp('blogs_human', 'plain', 'parcel', random),
    ...madeUp('blogs_ai', 'chat', 'parcel', random),
    ...madeUp('docs_human_pre2021', 'human', 'valve', random),
    ...madeUp('docs_human_pre2021', 'plain', 'valve', random),
    ...madeUp('docs_claude_commits', 'chat', 'valve', random),
  ];
}
