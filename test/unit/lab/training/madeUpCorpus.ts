import type { CorpusText } from '../../../../lab/training/corpus.ts';
import { seeded } from '../../../../lab/training/random.ts';

const phrases = {
  ai: ['a rich tapestry of', 'underscores the pivotal', 'fostering a vibrant', 'delves into the realm of'],
  human: ['i went down to', 'but then he said', 'we got stuck on', 'anyway the lid of'],
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

/** Texts whose style, not subject, tells the class; each source has a subject of its own. */
function madeUp(source: string, isAi: boolean, subject: string, random: () => number): CorpusText[] {
  const pick = (of: readonly string[]): string => of[Math.floor(random() * of.length)]!;
  return Array.from({ length: 230 }, (_, i) => ({
    id: `${source} ${i}`,
    text: Array.from(
      { length: 80 },
      () => `${pick(random() < 0.6 ? phrases[isAi ? 'ai' : 'human'] : phrases.subject)} the ${subject}.`,
    ).join(' '),
    isAi,
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
    ...madeUp('blogs_human', false, 'parcel', random),
    ...madeUp('blogs_ai', true, 'parcel', random),
    ...madeUp('docs_human_pre2021', false, 'valve', random),
    ...madeUp('docs_claude_commits', true, 'valve', random),
  ];
}
