import assert from 'node:assert/strict';
import { BlockWriter } from '../../../src/prose/blockWriter.ts';

/** A word of the document to take as it stands, or something else to write. */
type Step = string | ((writer: BlockWriter) => void);

const document = '\uFEFFOne. two ; three four  five! six\tseven\r\neight';

/** The text that these steps write; every span of it is checked against the document. */
function written(...steps: Step[]): string {
  const writer = new BlockWriter(document);
  for (const step of steps) {
    if (typeof step !== 'string') step(writer);
    else {
      const start = document.indexOf(step);
      assert.ok(start >= 0, step);
      writer.take(start, start + step.length);
    }
  }
  const prose = writer.build();
  for (const { start, documentStart, length } of prose.spans) {
    assert.equal(
      prose.text.slice(start, start + length),
      document.slice(documentStart, documentStart + length),
    );
  }
  return prose.text;
}

const open = (writer: BlockWriter): void => {
  writer.open();
};
const close = (writer: BlockWriter): void => {
  writer.close();
};
const next = (writer: BlockWriter): void => {
  writer.next();
};
const space = (writer: BlockWriter): void => {
  writer.space();
};
const hardBreak = (writer: BlockWriter): void => {
  writer.hardBreak();
};
const leaveOut = (writer: BlockWriter): void => {
  writer.leaveOut();
};
const openList = (writer: BlockWriter): void => {
  writer.openList();
};
const closeList = (writer: BlockWriter): void => {
  writer.closeList();
};
const openNote = (writer: BlockWriter): void => {
  writer.openNote();
};
const closeNote = (writer: BlockWriter): void => {
  writer.closeNote();
};
const decoded =
  (text: string): Step =>
  (writer) => {
    writer.decoded(text);
  };

describe('the blocks of a text', () => {
  it('are separated by blank lines, and text outside of blocks is dropped', () => {
    assert.equal(
      written('One', decoded('x'), open, 'two', close, 'three', decoded('x'), open, 'four', next, 'five'),
      'two\n\nfour\n\nfive',
    );
    assert.equal(written(open, close, open, 'two', close, open, close, open, 'four'), 'two\n\nfour');
    assert.equal(written(space, open, 'two'), 'two');
  });

  it('are on separate lines in a list, apart from the text around it', () => {
    assert.equal(
      written(open, 'One', close, openList, open, 'two', next, 'three', close, closeList, open, 'four'),
      'One\n\ntwo\nthree\n\nfour',
    );
    assert.equal(
      written(
        openList,
        open,
        'two',
        close,
        openList,
        open,
        'three',
        close,
        closeList,
        open,
        'four',
        close,
        closeList,
        openList,
        open,
        'five',
      ),
      'two\nthree\nfour\n\nfive',
    );
    assert.equal(written(openList, open, close, open, 'two', close, open, close, open, 'four'), 'two\nfour');
  });

  it('begin and end without spaces, and keep those within', () => {
    assert.equal(
      written(open, ' two ', close, open, ' three four  ', next, 'five'),
      'two\n\nthree four\n\nfive',
    );
    assert.equal(written(open, 'four  ', 'five'), 'four  five');
    assert.equal(written(open, 'four  ', ' two'), 'four two');
    assert.equal(written(open, 'four ', space, 'six'), 'four six');
    assert.equal(written(open, 'four', space, ' two'), 'four two');
    assert.equal(written(open, 'four', space, space, 'six'), 'four six');
    assert.equal(written(open, '  ', 'six'), 'six');
    assert.equal(written(open, 'six', '  ', 'two'), 'six two');
  });

  it('leave the document’s byte order mark out', () => {
    assert.equal(written(open, '\uFEFFOne'), 'One');
  });

  it('break lines where that was meant, and paragraphs where it was meant twice', () => {
    assert.equal(
      written(open, 'two', hardBreak, 'three', hardBreak, hardBreak, 'four'),
      'two\nthree\n\nfour',
    );
    assert.equal(written(open, hardBreak, 'two', space, hardBreak, 'three'), 'two\nthree');
    assert.equal(
      written(open, 'two', hardBreak, space, 'three', hardBreak, close, hardBreak, open, 'four'),
      'two\nthree\n\nfour',
    );
  });

  it('drop the space before what is left out where a sign follows', () => {
    assert.equal(written(open, 'two', space, leaveOut, '; three'), 'two; three');
    assert.equal(written(open, 'two', space, leaveOut, 'three'), 'two three');
    assert.equal(written(open, 'two', space, '; three'), 'two ; three');
    assert.equal(written(open, 'two', space, leaveOut, 'three', space, '; t'), 'two three ; t');
    assert.equal(written(open, 'two', hardBreak, leaveOut, '; three'), 'two\n; three');
    assert.equal(written(open, 'two', leaveOut, decoded('?')), 'two?');
  });

  it('write white space of any kind as one space', () => {
    const words = (writer: BlockWriter): void => {
      writer.takeWords(1, document.length);
    };
    assert.equal(written(open, words), 'One. two ; three four five! six seven eight');
  });
});

describe('a footnote', () => {
  it('is in brackets within a sentence', () => {
    assert.equal(written(open, 'two', openNote, 'three', closeNote, '; t'), 'two (three); t');
    assert.equal(written(open, 'two', openNote, 'three ', closeNote, space, 'four'), 'two (three) four');
    assert.equal(
      written(open, 'two', space, openNote, 'three', hardBreak, closeNote, 'four'),
      'two (three\n)four',
    );
  });

  it('is a separate line after a sentence, or after nothing', () => {
    assert.equal(written(open, 'One.', openNote, 'three', closeNote, space, 'four'), 'One.\nthree\nfour');
    assert.equal(
      written(open, 'two', decoded('…'), decoded('.)”'), openNote, 'three', closeNote, 'four'),
      'two….)”\nthree\nfour',
    );
    assert.equal(written(open, openNote, 'three', closeNote, 'four'), 'three\nfour');
    assert.equal(written(open, 'One. two', openNote, 'three', closeNote, 'four'), 'One. two (three)four');
  });

  it('may contain another', () => {
    assert.equal(
      written(open, 'two', openNote, 'five!', openNote, 'three', closeNote, 'four', closeNote),
      'two (five!\nthree\nfour)',
    );
  });
});
