import { probability } from './calibration.ts';
import type { Detection } from './detection.ts';
import { gatherEvidence } from './evidence.ts';
import { identifyLanguage } from './language.ts';
import { chunkEnds, layOut, sumBySentence } from './layout.ts';
import type { Model } from './model.ts';
import { normalise } from './normalise.ts';
import { noTokenWeights, scoreTokens } from './score.ts';
import { scoreSentences, wordShares } from './segments.ts';
import { findSentences } from './sentences.ts';
import { finish } from './steps.ts';
import { tokenise } from './tokens.ts';
import { judge } from './verdict.ts';

/** What `model` says of `text`, in one go. Any string is answered; the same string always alike. */
export function detect(text: string, model: Model): Detection {
  return finish(detectInSteps(text, model));
}

/** As `detect`, pausing after every few milliseconds of work. A caller that stops asking has cancelled. */
export function* detectInSteps(text: string, model: Model): Generator<void, Detection> {
  const normal = yield* normalise(text);
  const tokens = yield* tokenise(normal);
  const sentences = yield* findSentences(text);
  const layout = yield* layOut(normal, tokens, sentences);
  const words = layout.wordsBefore[tokens.count]!;
  yield;
  const weights = noTokenWeights(model, tokens.count);
  let logit = 0;
  let start = 0;
  for (const end of chunkEnds(tokens, layout)) {
    logit += scoreTokens(model, normal, tokens, start, end, weights) * (end - start);
    start = end;
    yield;
  }
  logit = tokens.count > 0 ? logit / tokens.count : 0;
  const score = probability(logit, words, model.calibration);
  const sentenceScores = scoreSentences(model, yield* sumBySentence(weights, layout), logit);
  const segments = Array.from(sentenceScores, (sentenceScore, s) => ({
    start: sentences.starts[s]!,
    end: sentences.ends[s]!,
    score: sentenceScore,
  }));
  yield;
  const shares = wordShares(segments, layout);
  const language = identifyLanguage(normal);
  yield;
  const judgement = judge(
    {
      ...{ score, shares, words, language },
      sentences: segments.length,
      hidden: normal.hidden,
      lookalikes: normal.lookalikes,
    },
    model.thresholds,
  );
  const evidence = yield* gatherEvidence(model, normal, tokens, weights, words);
  return {
    model: model.name,
    language,
    words,
    characters: text.length,
    sentences: segments.length,
    result: {
      score,
      ...judgement,
      shares,
      segments,
      evidence,
    },
  };
}
