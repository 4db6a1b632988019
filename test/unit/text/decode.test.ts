import assert from 'node:assert/strict';
import { decodeDocument } from '../../../src/text/decode.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const prose =
  'The café on the corner was shut, so we walked to Zürich’s other end and “waited” there – for hours.';

describe('the bytes of a file', () => {
  it('are read as Windows-1252 where they are not UTF-8: a repository of old texts is no failure', () => {
    for (const [bytes, text] of [
      [latin1('Caf\xe9 au lait'), 'Café au lait'],
      [latin1('He said \x93no\x94 \x96 and didn\x92t.'), 'He said “no” – and didn’t.'],
      [latin1('Stra\xdfe, \xc4pfel und \xd6l: sch\xf6n!\r\n'), 'Straße, Äpfel und Öl: schön!\r\n'],
      [
        latin1('Apr\xe8s l\x92\xe9t\xe9\x85 c\x92est bien s\xfbr l\x92hiver.'),
        'Après l’été… c’est bien sûr l’hiver.',
      ],
    ] as const) {
      assert.deepEqual(decodeDocument(bytes), { text, encoding: 'windows-1252' });
    }
  });

  it('are read in the encoding that they are in, where they say it', () => {
    assert.deepEqual(decodeDocument(Buffer.from(prose)), { text: prose, encoding: 'utf-8' });
    assert.deepEqual(decodeDocument(Buffer.from(`\ufeff${prose}`)), { text: prose, encoding: 'utf-8' });
    const wide = Buffer.from(`\ufeff${prose}`, 'utf16le');
    assert.deepEqual(decodeDocument(wide), { text: prose, encoding: 'utf-16le' });
    assert.deepEqual(decodeDocument(Buffer.from(wide).swap16()), { text: prose, encoding: 'utf-16be' });
  });

  it('are refused where another encoding is likelier: a text of wrong letters would get a verdict that means nothing', () => {
    const cut = Buffer.concat([Buffer.from(prose), Buffer.from('’').subarray(0, 2)]);
    const cases: [string, Uint8Array, string][] = [
      ['UTF-8 that something cut', cut, 'damaged UTF-8'],
      // “Привет, как дела?” in KOI8-R
      ['Russian', latin1('\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1? '.repeat(3)), 'unknown'],
      ['Mac OS Roman', latin1('It\xd5s fine, we don\xd5t mind, they\xd5d say.'), 'unknown'],
      ['code page 850', latin1('Fa\x87ade and na\x8bve, M\x81nchen.'), 'unknown'],
      [
        'Japanese in Shift JIS',
        latin1('\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x81A\x90\xa2\x8aE'),
        'unknown',
      ],
      ['a program', Uint8Array.from({ length: 400 }, (_, i) => 1 + ((i * 37) % 255)), 'binary'],
      ['a picture', Buffer.from([0x89, 0x50, 0, 1, 7, 9, 3, 2]), 'binary'],
      ['half a UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0]), 'damaged UTF-16'],
    ];
    for (const [name, bytes, problem] of cases) assert.deepEqual(decodeDocument(bytes), { problem }, name);
  });
});
