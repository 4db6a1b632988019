import assert from 'node:assert/strict';
import { divide } from '../../../../src/detector/segments/parts.ts';
import type { SentenceCounts } from '../../../../src/detector/segments/sentenceCounts.ts';

type Counts = { [Name in keyof SentenceCounts]: number };

const english: Counts = {
  words: 20,
  functionWords: 8,
  letters: 100,
  foreignLetters: 0,
  codeSigns: 1,
  signs: 4,
};
const german: Counts = {
  words: 20,
  functionWords: 0,
  letters: 120,
  foreignLetters: 6,
  codeSigns: 1,
  signs: 4,
};
const code: Counts = {
  words: 10,
  functionWords: 1,
  letters: 60,
  foreignLetters: 0,
  codeSigns: 15,
  signs: 20,
};

const texts = {
  en: 'They walked along the harbour wall that morning until all of the boats came in with their nets.',
  de: 'Am nächsten Tag fuhren wir trotzdem hinaus, weil der Wind sich über Nacht endlich gelegt hatte.',
};

/** The parts in words: kind or language with its sentences, `?` where it is not certain, and the letters. */
function partsOf(
  sentences: readonly Counts[],
  textOf: (from: number, to: number) => keyof typeof texts = () => 'en',
) {
  const column = (name: keyof Counts): number[] => sentences.map((sentence) => sentence[name]);
  const counts: SentenceCounts = {
    words: column('words'),
    functionWords: column('functionWords'),
    letters: column('letters'),
    foreignLetters: column('foreignLetters'),
    codeSigns: column('codeSigns'),
    signs: column('signs'),
  };
  return divide(counts, (from, to) => texts[textOf(from, to)]).map(
    ({ kind, language, from, to, certain, letters }) =>
      `${kind} ${language}${certain ? '' : '?'} ${from}-${to} ${letters}`,
  );
}
const times = (count: number, sentence: Counts): Counts[] => new Array<Counts>(count).fill(sentence);

describe('the parts of a passage', () => {
  it('are one where all of it is English, and none where there is nothing', () => {
    assert.deepEqual(partsOf(times(5, english)), ['prose en 0-5 500']);
    assert.deepEqual(partsOf([]), []);
  });

  it('are told by language and by code, each with its letters, each judged by its own words', () => {
    const sentences = [...times(3, english), ...times(4, german), ...times(3, english), ...times(6, code)];
    assert.deepEqual(
      partsOf(sentences, (from, to) => (from === 3 && to === 7 ? 'de' : 'en')),
      ['prose en 0-3 300', 'prose de 3-7 480', 'prose en 7-10 300', 'code und 10-16 360'],
    );
  });

  it('are one again where what seemed foreign is English, as a list of names is', () => {
    const names = { ...german, functionWords: 0, foreignLetters: 0 };
    assert.deepEqual(partsOf([...times(3, english), ...times(4, names), ...times(3, english)]), [
      'prose en 0-10 1080',
    ]);
  });

  it('don’t change for a sentence that is a little odd', () => {
    const odd = { ...english, functionWords: 4 };
    assert.deepEqual(
      partsOf([...times(3, english), odd, ...times(3, english)], () => 'de'),
      ['prose en 0-7 700'],
    );
  });

  it('leave a title or a name with the text around it: fewer than 120 letters are too few to tell', () => {
    const text = (from: number, to: number) => (to - from === 1 ? 'de' : 'en');
    const short = { ...german, letters: 119 };
    const around = times(3, english);
    assert.deepEqual(partsOf([...around, short, ...around], text), ['prose en 0-7 719']);
    assert.deepEqual(partsOf([short, ...around], text), ['prose en 0-4 419']);
    assert.deepEqual(partsOf([...around, short], text), ['prose en 0-4 419']);
    const enough = { ...german, letters: 120 };
    assert.deepEqual(partsOf([...around, enough, ...around], text), [
      'prose en 0-3 300',
      'prose de 3-4 120',
      'prose en 4-7 300',
    ]);
    assert.deepEqual(partsOf([enough, ...around], text), ['prose de 0-1 120', 'prose en 1-4 300']);
  });

  it('are uncertain below 120 letters', () => {
    assert.deepEqual(partsOf([{ ...english, letters: 119 }]), ['prose en? 0-1 119']);
    assert.deepEqual(partsOf([{ ...english, letters: 120 }]), ['prose en 0-1 120']);
    assert.deepEqual(
      partsOf([{ ...code, letters: 119 }]).map((part) => part.slice(0, 5)),
      ['prose'],
    );
  });

  describe('are code', () => {
    const like = (changes: Partial<Counts>): string[] =>
      partsOf([
        {
          words: 100,
          functionWords: 10,
          letters: 500,
          foreignLetters: 0,
          codeSigns: 80,
          signs: 90,
          ...changes,
        },
      ]);

    it('where signs of code are dense, one in 12 letters, or signs of any kind, one in four', () => {
      assert.deepEqual(like({ codeSigns: 40, signs: 60 }), ['code und 0-1 500']);
      assert.deepEqual(like({ codeSigns: 39, signs: 60 }), ['prose en 0-1 500']);
      assert.deepEqual(like({ codeSigns: 39, signs: 125 }), ['code und 0-1 500']);
      assert.deepEqual(like({ codeSigns: 39, signs: 124 }), ['prose en 0-1 500']);
    });

    it('but not where it reads as sentences about code: three of ten words are small English words', () => {
      assert.deepEqual(like({ functionWords: 29 }), ['code und 0-1 500']);
      assert.deepEqual(like({ functionWords: 30 }), ['prose en 0-1 500']);
    });

    it('where no English holds some signs of code, which prose of other languages does not', () => {
      const foreign = (codeSigns: number): string[] =>
        partsOf(
          [{ words: 60, functionWords: 2, letters: 500, foreignLetters: 15, codeSigns, signs: codeSigns }],
          () => 'de',
        );
      assert.deepEqual(foreign(24), ['prose de 0-1 500']);
      assert.deepEqual(foreign(25), ['code und 0-1 500']);
    });
  });

  it('say nothing of a passage without letters', () => {
    const empty: Counts = {
      words: 0,
      functionWords: 0,
      letters: 0,
      foreignLetters: 0,
      codeSigns: 0,
      signs: 0,
    };
    assert.deepEqual(
      partsOf(times(2, empty)).map((part) => part.replace(/ \w+\?/, '')),
      ['prose 0-2 0'],
    );
    assert.deepEqual(
      partsOf([...times(2, empty), ...times(2, { ...empty, codeSigns: 30, signs: 30 })]).length,
      1,
    );
  });
});
