import { attacks, type Attack } from './attacks.ts';
import type { CorpusText } from './corpus.ts';
import { seeded, shuffle } from './random.ts';

/** The clean twin of the attacked texts. */
export const noAttack = 'none';

/** A text of the evaluation under an attack. */
export interface Attacked {
  /** Its name in `attacks`, or `noAttack`. */
  attack: string;
  text: CorpusText;
}

const textsOfSource = 40;

/**
 * At most 40 AI texts of each source, each under every attack and unchanged. For measuring only, never for training.
 */
export function attackSample(texts: readonly CorpusText[], seed: number): Attacked[] {
  const random = seeded(seed);
  const sources = Map.groupBy(
    texts.filter(({ isAi }) => isAi),
    ({ source }) => source,
  );
  const changes: Readonly<Record<string, Attack>> = { [noAttack]: (text) => text, ...attacks };
  return [...sources.values()].flatMap((own) => {
    shuffle(own, random);
    return own.slice(0, textsOfSource).flatMap((text) =>
      Object.entries(changes).map(([attack, change]) => ({
        attack,
        text: { ...text, text: change(text.text, random) },
      })),
    );
  });
}
