import assert from 'node:assert/strict';
import type { Reason } from '../../../src/api/report.ts';
import { judge, type Findings } from '../../../src/detector/verdict.ts';

const model = {
  falseAlarms: {
    levels: [10, 100],
    cells: [{ kind: null, minWords: 150, maxWords: null, texts: 700, from: [3, 0] }],
  },
  thresholds: {
    short: { ai: 0.92, human: 0.3, surelyAi: 0.97 },
    long: { ai: 0.9, human: 0.3, surelyAi: 0.97 },
  },
};

/** A long, plain, English text that reads like a person's. */
const plain: Findings = {
  score: 0.1,
  scoreOfAnyKind: 0.1,
  kind: null,
  distinguishesKinds: true,
  caution: 0,
  shares: { human: 1, uncertain: 0, ai: 0 },
  ai: 0,
  words: 400,
  wordsInSentences: 400,
  sentences: 20,
  allWords: 400,
  language: 'en',
  judged: ['en', 'pt'],
  isJudged: true,
  foreign: 0,
  code: 0,
  hidden: 0,
  lookalikes: 0,
  oddSpaces: 0,
  markedLetters: 0,
};

/** What is judged, but for the number of false alarms. */
const judged = (findings: Partial<Findings>) => {
  const { verdict, confidence, reasons } = judge({ ...plain, ...findings }, model);
  return { verdict, confidence, reasons };
};
const falseAlarms = (findings: Partial<Findings>) => judge({ ...plain, ...findings }, model).false_alarms;
const codes = (findings: Partial<Findings>): string[] => judged(findings).reasons.map(({ code }) => code);
const messageOf = (code: Reason['code'], findings: Partial<Findings>): string | undefined =>
  judged(findings).reasons.find((reason) => reason.code === code)?.message;

describe('judge', () => {
  it('says nothing beside the verdict of a long, plain text', () => {
    assert.deepEqual(judged({}), { verdict: 'human', confidence: 'medium', reasons: [] });
  });

  describe('the verdict', () => {
    it('is ai from one threshold on, human up to another, and unclear between them', () => {
      assert.equal(judged({ score: 0.9 }).verdict, 'ai');
      assert.equal(judged({ score: 0.899 }).verdict, 'uncertain');
      assert.equal(judged({ score: 0.301 }).verdict, 'uncertain');
      assert.equal(judged({ score: 0.3 }).verdict, 'human');
    });

    it('says why it is unclear', () => {
      assert.deepEqual(judged({ score: 0.5, scoreOfAnyKind: 0.5, kind: 'news' }), {
        verdict: 'uncertain',
        confidence: 'low',
        reasons: [
          {
            code: 'between',
            message: 'Human-written and AI texts both reach this score, so it decides nothing.',
          },
          { code: 'balanced', message: 'The signs of AI and of a person are about equally strong.' },
        ],
      });
    });

    it('says what leaves it undecided, never that a long text is too little', () => {
      assert.deepEqual(codes({ score: 0.85 }), ['between', 'near_ai']);
      assert.deepEqual(codes({ score: 0.31 }), ['between', 'no_clear_sign']);
      assert.deepEqual(codes({ score: 0.5 }), ['between', 'unfamiliar']);
      assert.deepEqual(codes({ score: 0.5, distinguishesKinds: false }), ['between', 'balanced']);
      assert.deepEqual(codes({ score: 0.5, shares: { human: 0.3, uncertain: 0.4, ai: 0.3 } }), [
        'between',
        'uneven',
      ]);
    });

    it('names the kind of text, if the kind decided the verdict', () => {
      assert.deepEqual(codes({ score: 0.95, scoreOfAnyKind: 0.5, kind: 'essays' }), ['read_as_essay']);
      assert.deepEqual(codes({ score: 0.95, scoreOfAnyKind: 0.93, kind: 'essays' }), []);
      assert.deepEqual(codes({ score: 0.95, scoreOfAnyKind: 0.5 }), []);
    });

    it('is sure of an AI only at scores that no measured human-written text reached', () => {
      assert.equal(judged({ score: 0.97 }).confidence, 'high');
      assert.equal(judged({ score: 0.969 }).confidence, 'medium');
    });

    it('needs a higher score for what resembles an abstract, and says so', () => {
      const abstract = { caution: 2, scoreOfAnyKind: 0.96 };
      assert.equal(judged({ ...abstract, score: 0.98 }).verdict, 'uncertain');
      assert.ok(codes({ ...abstract, score: 0.98 }).includes('like_abstract'));
      assert.deepEqual(judged({ ...abstract, score: 0.99 }), {
        verdict: 'ai',
        confidence: 'medium',
        reasons: [],
      });
      assert.equal(judged({ ...abstract, score: 0.1 }).verdict, 'human');
    });

    it('has low confidence below 150 words, and says so', () => {
      const short = { score: 0.98, words: 149, wordsInSentences: 149, allWords: 149 };
      assert.equal(judged(short).confidence, 'low');
      assert.equal(messageOf('short', short), 'Fewer than 150 words: low confidence.');
      const long = { score: 0.98, words: 150, allWords: 150 };
      assert.equal(judged(long).confidence, 'high');
      assert.deepEqual(codes(long), []);
    });

    it('counts the words of sentences for that, not those of headings and lists', () => {
      const list = { score: 0.98, words: 370, wordsInSentences: 149 };
      assert.deepEqual(judged(list), {
        verdict: 'ai',
        confidence: 'low',
        reasons: [
          {
            code: 'few_sentences',
            message: 'Fewer than 150 words in sentences, the rest in headings and lists: low confidence.',
          },
        ],
      });
      assert.deepEqual(codes({ ...list, words: 149, allWords: 149 }), ['short']);
    });

    it('calls no list AI, whose entries people and AI write the same way, unless it is very sure', () => {
      const list = { words: 400, wordsInSentences: 159 };
      for (const score of [0.1, 0.98])
        assert.deepEqual(judged({ ...list, score }), {
          verdict: 'uncertain',
          confidence: 'low',
          reasons: [
            {
              code: 'not_prose',
              message: 'Most of this is lists, headings or fragments: too few whole sentences to judge.',
            },
          ],
        });
      assert.equal(judged({ ...list, score: 0.99 }).verdict, 'ai');
      assert.equal(judged({ ...list, wordsInSentences: 160, score: 0.98 }).verdict, 'ai');
      assert.equal(judged({ ...list, wordsInSentences: 19, score: 0.999 }).verdict, 'uncertain');
    });

    it('has the number of false alarms, except for short, mixed and unjudged texts', () => {
      assert.deepEqual(falseAlarms({ score: 0.97 }), {
        ...{ per_1000: 10, texts: 700, kind: null, min_words: 150, max_words: null },
      });
      assert.equal(falseAlarms({ score: 0.6 })?.per_1000, 100);
      assert.equal(falseAlarms({ score: 0.97, words: 149, allWords: 149, wordsInSentences: 149 }), undefined);
      assert.equal(falseAlarms({ score: 0.97, isJudged: false }), undefined);
      const shares = { human: 0.5, uncertain: 0, ai: 0.5 };
      assert.equal(falseAlarms({ ai: 0.5, shares }), undefined);
    });
  });

  it('asks more of a short text before it accuses: short texts scatter more', () => {
    const short = { words: 149, wordsInSentences: 149, allWords: 149 };
    assert.equal(judged({ ...short, score: 0.91 }).verdict, 'uncertain');
    assert.equal(judged({ score: 0.91 }).verdict, 'ai');
  });

  describe('a text by two writers', () => {
    const mixed = {
      shares: { human: 0.2, uncertain: 0.7, ai: 0.1 },
      ai: 0.1,
      words: 300,
      allWords: 300,
    };

    it('is called mixed where the whole surely reads like an AI, if a third of it reads like a person', () => {
      assert.equal(judged({ ...mixed, score: 0.98 }).verdict, 'ai');
      const shares = { human: 0.35, uncertain: 0.55, ai: 0.1 };
      assert.equal(judged({ ...mixed, shares, score: 0.98 }).verdict, 'mixed');
    });

    it('is called mixed, with the reason and little confidence', () => {
      for (const score of [0.1, 0.5, 0.96]) {
        assert.deepEqual(judged({ ...mixed, score }), {
          verdict: 'mixed',
          confidence: 'low',
          reasons: [
            {
              code: 'conflicting_parts',
              message: 'Some parts read like AI, others like a person.',
            },
          ],
        });
      }
    });

    it('is not mixed if the text is too short to distinguish parts', () => {
      assert.equal(judged({ ...mixed, words: 299, allWords: 299 }).verdict, 'human');
    });

    it('is not suspected where little surely reads like an AI, or little like a person', () => {
      assert.equal(judged({ ...mixed, ai: 0.099 }).verdict, 'human');
      assert.equal(
        judged({ ...mixed, shares: { human: 0.199, uncertain: 0.701, ai: 0.1 } }).verdict,
        'human',
      );
    });
  });

  describe('a text that can’t be judged', () => {
    const accused = { score: 0.99 };

    it('has no verdict below 60 words, and states the number of words', () => {
      const short = { ...accused, words: 59, allWords: 59 };
      assert.deepEqual(judged(short), {
        verdict: 'uncertain',
        confidence: 'low',
        reasons: [
          {
            code: 'too_short',
            message: 'Only 59 words of prose; at least 60 are needed for a verdict.',
          },
        ],
      });
      assert.match(
        messageOf('too_short', { ...accused, words: 1, allWords: 1 }) ?? '',
        /^Only 1 word of prose;/,
      );
      assert.equal(judged({ ...accused, words: 60, allWords: 60 }).verdict, 'ai');
    });

    it('has no verdict when too little of it is English', () => {
      const little = { ...accused, words: 59, allWords: 100, foreign: 0.4 };
      assert.equal(
        messageOf('too_short', little),
        'Only 59 words of English prose; at least 60 are needed for a verdict.',
      );
      assert.equal(judged(little).verdict, 'uncertain');
      assert.equal(judged({ ...little, words: 60 }).verdict, 'ai');
    });

    it('has no verdict when half of it is code', () => {
      assert.equal(
        messageOf('not_prose', { ...accused, code: 0.5 }),
        'Most of this is code or data, not prose.',
      );
      assert.equal(judged({ ...accused, code: 0.5 }).verdict, 'uncertain');
      assert.equal(judged({ ...accused, code: 0.499 }).verdict, 'ai');
    });

    it('has no verdict in a language that was not measured, or when half of it is in one', () => {
      for (const findings of [{ isJudged: false }, { foreign: 0.5 }]) {
        assert.equal(
          messageOf('unsupported_language', { ...accused, ...findings }),
          'This is not in a language that Inkling judges: English and Portuguese.',
        );
        assert.equal(judged({ ...accused, ...findings }).verdict, 'uncertain');
      }
      assert.equal(judged({ ...accused, foreign: 0.499 }).verdict, 'ai');
    });

    it('has no verdict with hardly any sentences, as in a table or a log', () => {
      const table = { ...accused, words: 361, allWords: 361, sentences: 3 };
      assert.equal(
        messageOf('not_prose', table),
        'Most of this is lists, headings or fragments: too few whole sentences to judge.',
      );
      assert.equal(judged(table).verdict, 'uncertain');
      assert.equal(judged({ ...table, words: 360 }).verdict, 'ai');
    });

    it('gives no reasons that only follow from a verdict', () => {
      assert.deepEqual(codes({ score: 0.5, words: 59, allWords: 59, foreign: 0.1, code: 0.1 }), [
        'too_short',
      ]);
    });
  });

  describe('what was left out of the score', () => {
    it('is reported in words that a reader can picture', () => {
      const portions: [share: number, words: string][] = [
        [0.179, 'A small part'],
        [0.18, 'About a quarter'],
        [0.289, 'About a quarter'],
        [0.29, 'About a third'],
        [0.419, 'About a third'],
        [0.42, 'Almost half'],
      ];
      for (const [share, words] of portions) {
        assert.equal(
          messageOf('unsupported_language', { foreign: share }),
          `${words} of this text is in another language and was left out of the score.`,
        );
        assert.equal(
          messageOf('not_prose', { code: share }),
          `${words} of this text is code or data and was left out of the score.`,
        );
      }
    });
  });

  describe('a disguise', () => {
    it('is reported from the first invisible character on', () => {
      assert.equal(
        messageOf('hidden_characters', { hidden: 1 }),
        '1 invisible character inside or beside words, ignored in the score.',
      );
      assert.equal(
        messageOf('hidden_characters', { hidden: 2 }),
        '2 invisible characters inside or beside words, ignored in the score.',
      );
    });

    it('is reported from the first letter of another alphabet on', () => {
      assert.equal(
        messageOf('lookalike_letters', { lookalikes: 1 }),
        '1 letter from another alphabet that looks Latin, read as Latin.',
      );
      assert.equal(
        messageOf('lookalike_letters', { lookalikes: 2 }),
        '2 letters from another alphabet that look Latin, read as Latin.',
      );
    });

    it('is reported for spaces or marks inside words from five, and two in a hundred words, on', () => {
      assert.deepEqual(codes({ words: 100, oddSpaces: 4, markedLetters: 4 }), ['short']);
      assert.deepEqual(codes({ words: 100, oddSpaces: 5, markedLetters: 5 }), [
        'odd_spaces',
        'markup_in_words',
        'short',
      ]);
      assert.deepEqual(codes({ oddSpaces: 7, markedLetters: 7 }), []);
      assert.equal(
        messageOf('odd_spaces', { oddSpaces: 8 }),
        '8 unusual spaces between words, read as ordinary spaces.',
      );
      assert.equal(
        messageOf('markup_in_words', { markedLetters: 8 }),
        '8 words broken up by markup, read as they appear.',
      );
    });

    it('is reported for a text without a verdict too', () => {
      assert.deepEqual(codes({ words: 59, allWords: 59, hidden: 3 }), ['too_short', 'hidden_characters']);
    });
  });
});
