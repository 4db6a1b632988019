import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalise, originEnd, type Normalised } from '../../../../src/detector/normalise/normalise.ts';

const normalised = (text: string): Normalised => normalise(text);
const shown = ({ units, length }: Normalised): string => String.fromCharCode(...units.subarray(0, length));
const plain = (text: string): string => shown(normalised(text));

describe('normalise', () => {
  it('removes Markdown, so that a README is not judged by its bullets', () => {
    const text =
      '# Title\n\n- **bold** and [a link](http://x.y/z)\n2. `code`\n> quoted\n\n| a | b |\n|---|---|\n';
    assert.equal(plain(text), 'Title bold and a link code quoted a b');
  });

  it('leaves fenced code, comments, tags and addresses out', () => {
    assert.equal(
      plain('Before\n```js\nlet x;\n```\n<!-- no --><b>after</b> https://a.b/c?d end'),
      'Before after end',
    );
  });

  it('keeps what only looks like markup', () => {
    assert.equal(plain('a_name < b and 3 - 4'), 'a_name < b and 3 - 4');
    assert.equal(plain('AT&T; R&D &notareference;'), 'AT&T; R&D &notareference;');
  });

  it('keeps a space before a name that begins with a dot', () => {
    assert.equal(plain('use .NET or the .gitignore file .'), 'use .NET or the .gitignore file.');
  });

  it('gives quotes, dashes and spaces one form', () => {
    assert.equal(plain('“It’s”\u00a0so—yes, 5–6 …'), '"It\'s" so - yes, 5-6 ...');
  });

  it('reads a letter and its mark as the one letter they make', () => {
    assert.equal(plain('cafe\u0301'), plain('café'));
  });

  it('shows one space after a comma, whether or not one was typed', () => {
    assert.equal(plain('red ,green,blue ; 1,000'), 'red, green, blue; 1,000');
  });

  describe('undoes disguises and counts them', () => {
    it('invisible characters inside and beside words', () => {
      const disguised = normalised('he\u200bl\u2060\ufeff\u200dlo\u200b wor\ufe0fl\u{e0061}d \u200cagain');
      assert.equal(shown(disguised), 'hello world again');
      assert.equal(disguised.hidden, 8);
    });

    it('letters of other alphabets, bold ones and full-width ones inside words', () => {
      const disguised = normalised('pаypаl tοday Ꮃ\u200bord st𝐫ong ｗide');
      assert.equal(shown(disguised), 'paypal today Word strong wide');
      assert.equal(disguised.lookalikes, 6);
    });

    it('a lone foreign letter and formula-like words, once enough others are disguised', () => {
      const disguised = normalised('Тhis is а tеst оf αll thе wοrds, but сосо stays beside слово');
      assert.equal(
        shown(disguised),
        'This is a test of all the words, but сосо stays beside слово'.replace('сосо', 'coco'),
      );
      assert.ok(disguised.lookalikes >= 11);
    });

    it('a text in styled letters throughout', () => {
      const disguised = normalised('𝗧𝗵𝗲 𝗵𝗮𝗿𝗯𝗼𝘂𝗿 𝘄𝗮𝘀 𝗾𝘂𝗶𝗲𝘁');
      assert.equal(shown(disguised), 'The harbour was quiet');
      assert.equal(disguised.lookalikes, 18);
    });

    it('small capitals in common words', () => {
      const disguised = normalised('ᴛʜᴇ boats ᴀɴᴅ ᴛʜᴇ nets ᴡᴇʀᴇ ready');
      assert.equal(shown(disguised).toLowerCase(), 'the boats and the nets were ready');
      assert.ok(disguised.lookalikes > 0);
    });

    it('tabs, wide gaps and unusual spaces between words', () => {
      const disguised = normalised('one  two\tthree\u2009four , five\u00a0six .');
      assert.equal(shown(disguised), 'one two three four, five six.');
      assert.equal(disguised.oddSpaces, 4);
    });

    it('markup and character references inside words', () => {
      const disguised = normalised('wo**rd** h&#101;llo m<b>a</b>rk c<!-- -->ut spl<wbr>it j&zwnj;oin');
      assert.equal(shown(disguised), 'word hello mark cut split join');
      assert.equal(disguised.markedLetters, 7);
    });

    it('underlined and strongly underlined words', () => {
      assert.equal(plain('a _word_ and __another__ one'), 'a word and another one');
    });
  });

  describe('does not call honest writing a disguise', () => {
    const honest: Record<string, string> = {
      'Russian words in English': 'The word сосна means pine, and он means he; а is "and", нет is no.',
      'a Greek letter in a name': 'TNFα, NFκB, Hα and the αv integrin',
      'a Turkish name': 'The Topkapı palace and Yıldız park',
      'phonetic script': 'It is said as [kɑt], [hɪm] or /ɡɪt/.',
      'a formula': 'where 𝑥 and 𝑦 are real and α grows',
      'accented words': 'naïve cafés in Łódź and Tromsø',
      'a ligature': 'the ﬁrst ﬂow of oﬃce work',
    };
    for (const [name, text] of Object.entries(honest)) {
      it(name, () => {
        const { lookalikes, hidden, markedLetters } = normalised(text);
        assert.deepEqual(
          { lookalikes, hidden, markedLetters },
          { lookalikes: 0, hidden: 0, markedLetters: 0 },
        );
      });
    }

    it('words of another alphabet', () => {
      assert.equal(plain('привет мир'), 'привет мир');
      assert.equal(plain('όλα τα καλά'), 'όλα τα καλά');
      assert.equal(normalised('а он там, но тем не менее всё хорошо').lookalikes, 0);
    });

    it('joiners in emoji, Persian and trade marks', () => {
      const joined = normalised('family 👨‍👩‍👧 and ℹ️ Inkling™️ done\ufe0f می‌خواهم co\u00adoperate');
      assert.equal(joined.hidden, 0);
    });

    it('direction marks beside a word in a text with Hebrew', () => {
      assert.equal(normalised('the name Inkling\u200e means רמז\u200f in Hebrew').hidden, 0);
    });

    it('a byte order mark, and a zero-width space that begins a line', () => {
      assert.equal(normalised('\ufeffTitle\n\u200bText that was pasted').hidden, 0);
    });

    it('indentation, line breaks, two spaces after a sentence, and one before a comma', () => {
      assert.equal(normalised('One line\n    and the next.  Then more , too .  \nEnd ...').oddSpaces, 0);
    });

    it('code, brackets, escapes and formulas', () => {
      const text = 'the `URL`s of C:\\new, word[s] and A*B**H &amp; don&#39;t';
      assert.equal(normalised(text).markedLetters, 0);
    });
  });

  describe('the map back to the original', () => {
    const half = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.array(half, { maxLength: 8 }).map((units) => units.join('')),
      fc.constantFrom(
        ...[
          'plain words',
          ' ',
          '\n',
          '- ',
          '**',
          '__',
          '```\n',
          '<b>',
          '<br>',
          '<!--',
          '-->',
          '&#101;',
          '&amp;',
          '&',
        ],
        ...[
          '](x)',
          'http://a.b',
          'pаypаl',
          '𝐛old',
          'ﷺ',
          'e\u0301',
          '\u200b',
          '\u{e0061}',
          ' .',
          ',x',
          '—',
          '--',
        ],
      ),
    );
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

    it('stays inside the text, in order, on whole characters, for any text', () => {
      fc.assert(
        fc.property(texts, (text) => {
          const normal = normalised(text);
          const { origins, length } = normal;
          for (let i = 0; i < length; i++) {
            const [start, end] = [origins[i]!, originEnd(normal, i)];
            assert.ok(i === 0 || origins[i - 1]! <= start);
            assert.ok(start < end && end <= text.length);
            assert.equal(
              text.slice(start, end).isWellFormed(),
              !/^[\ud800-\udfff]$/.test(text.slice(start, end)),
            );
          }
        }),
      );
    });

    it('finds every unchanged letter at its original place', () => {
      fc.assert(
        fc.property(texts, (text) => {
          const { units, origins, length } = normalised(text);
          for (let i = 0; i < length; i++) {
            const source = text.charCodeAt(origins[i]!);
            const isLetter = (source | 32) >= 97 && (source | 32) <= 122;
            // A mark may have joined its letter: then NFKC tells them apart.
            if (isLetter)
              assert.equal(String.fromCharCode(units[i]!).normalize('NFD')[0], String.fromCharCode(source));
          }
        }),
      );
    });

    it('marks a character reference and a letter of two units whole', () => {
      const normal = normalised('h&#101;llo wor𝐝');
      assert.equal(normal.text.slice(normal.origins[1], originEnd(normal, 1)), '&#101;');
      assert.equal(normal.text.slice(normal.origins[9], originEnd(normal, 9)), '𝐝');
      assert.equal(shown(normal)[9], 'd');
    });
  });
});
