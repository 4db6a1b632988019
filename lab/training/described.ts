import { isEnglish, type CorpusText } from './corpus.ts';
import type { Scored } from './scored.ts';
import { isBaseModel } from './dataset.ts';
import { genreOf } from './folds.ts';

/** The properties by which the evaluation groups a text. */
export function described(
  text: Omit<CorpusText, 'text'>,
): Omit<Scored, 'attack' | 'words' | 'score' | 'verdict' | 'confidence'> {
  const { source, domain, language, generator, isAi, voice, style } = text;
  return {
    genre: isEnglish(text) ? genreOf(source, domain) : 'other languages',
    ...{ source, domain, language, generator, isAi, voice, style },
    edit: text.attack,
    cluster: text.group,
    isBaseModel: isAi && isBaseModel(generator),
  };
}
