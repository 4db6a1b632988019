import assert from 'node:assert/strict';
import { analysePassage, type Counts, divide } from '../../../../src/detector/segments/passage.ts';
import { arbitraryModel } from '../model-for-tests.ts';

const model = arbitraryModel();

/** The parts of a passage in words: language or kind, `?` where it is too short to be sure, `-` where left out. */
const partsIn = (text: string): string[] =>
  analysePassage(text, model).parts.map(
    ({ kind, language, certain, score }) =>
      `${kind === 'code' ? 'code' : language}${certain ? '' : '?'}${score === null ? ' -' : ''}`,
  );

const englishText =
  'We walked along the harbour wall that morning until the boats came in with their nets. Nobody spoke much, because ' +
  'the wind had turned overnight and every captain watched the sky rather than his crew. They gave us a fish.';
const chineseText =
  '早上我们沿着港口的墙走，直到渔船带着渔网回来。没有人多说话，因为风在夜里转了方向，每个船长都看着天空。后来他们给了我们一条鱼。';

describe('analysePassage', () => {
  it('scores English prose as one part', () => {
    assert.deepEqual(partsIn(englishText), ['en']);
  });

  it('divides two languages into parts, in the order of the text', () => {
    assert.deepEqual(partsIn(`${englishText}\n\n${chineseText}\n\n${englishText}`), ['en', 'zh -', 'en']);
  });

  it('keeps English that lacks small words: notes, names, headings', () => {
    assert.deepEqual(
      partsIn(
        'Release notes\n\n- Add boat registry, drop legacy net import\n- Fix crash when harbour list is empty\n' +
          '- Support custom rope lengths, faster tide lookup\n- Remove deprecated captain field\n' +
          '- Update weather client, retry failed requests twice\n- Rename crew table columns\n',
      ),
      ['en'],
    );
    assert.deepEqual(partsIn(`${englishText}\n\nThanks to Ana Duarte, Bo Lindqvist and Chidi Okafor.`), [
      'en',
    ]);
  });

  it('counts words of whole sentences separately from headings, labels, list entries and fragments', () => {
    const lists = 'The harbour\n\nBoats:\n\nNets and ropes\n\nOpen all day\n\n';
    const [part] = analysePassage(
      `${lists}- Fix nets.\n- Added a boat to the list of boats\n\nNobody spoke much that morning. "The wind had turned again."`,
      model,
    ).parts;
    assert.equal(part!.words, 2 + 1 + 3 + 3 + 2 + 8 + 10);
    const { words, whole } = part!.score!.sentences;
    assert.equal(
      words.reduce((sum, count, s) => sum + count * whole[s]!, 0),
      10,
    );
  });

  it('keeps English prose about code', () => {
    const text =
      'Call `open()` before `read()`, or the harbour is `null` and you get an error that says nothing of use. ' +
      'If you pass `{ retry: true }`, it tries again after a second, which is what most people want. See the notes ' +
      'on `close()` too: it waits until all the boats are in.';
    assert.deepEqual(partsIn(text), ['en']);
  });

  it('leaves source code and data out', () => {
    assert.deepEqual(
      partsIn('if (nets[i] === null) { repair(nets[i], { knots: [1, 2, 3] }); }\n'.repeat(8)),
      ['code -'],
    );
    assert.deepEqual(
      partsIn('{"boat": "Anna", "crew": 4, "nets": [{"torn": true, "length": 20}]},\n'.repeat(8)),
      ['code -'],
    );
  });

  it('is not sure of the language of a few words, and scores them', () => {
    assert.deepEqual(partsIn('Der Hafen war an diesem Morgen still, und wir gingen bis zur Mauer.'), ['de?']);
  });

  it('depends on the passage alone, not on what was analysed before it', () => {
    const alone = structuredClone(analysePassage(englishText, model));
    analysePassage(`${chineseText} `.repeat(30), model);
    analysePassage('A longer text with other words in it, again and again. '.repeat(20), model);
    assert.deepEqual(analysePassage(englishText, model), alone);
  });
});

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
  return divide(sentences, (from, to) => texts[textOf(from, to)]).map(
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

  it('are separated by language and by code, and each is judged by its own words', () => {
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

  it('include a title or a name with the text around it, because fewer than 120 letters are too few', () => {
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

    it('are code if they have signs that prose of other languages doesn’t have', () => {
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
