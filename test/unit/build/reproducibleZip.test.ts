import assert from 'node:assert/strict';
import { strToU8, unzipSync, zipSync, type ZipOptions } from 'fflate';
import { reproducibleZip } from '../../../build/reproducibleZip.ts';

const files = { 'extension/b.js': 'let b;', 'extension/a.js': 'let a;', '[Content_Types].xml': '<Types/>' };

function zipped(names: readonly (keyof typeof files)[], attributes: ZipOptions): Uint8Array {
  return zipSync(Object.fromEntries(names.map((name) => [name, [strToU8(files[name]), attributes]])));
}

const first = zipped(['extension/b.js', 'extension/a.js', '[Content_Types].xml'], {
  mtime: new Date(2024, 1, 3),
  os: 3,
  attrs: (0o100664 << 16) >>> 0,
});
const second = zipped(['[Content_Types].xml', 'extension/a.js', 'extension/b.js'], {
  mtime: new Date(2026, 10, 21),
  os: 0,
  level: 0,
});

describe('a packed extension', () => {
  it('has the same bytes for any order, times and modes of its files', () => {
    assert.notDeepEqual(first, second);
    assert.deepEqual(reproducibleZip(first), reproducibleZip(second));
  });

  it('has the same bytes in every time zone', () => {
    const before = process.env['TZ'];
    try {
      const packed = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'].map((zone) => {
        process.env['TZ'] = zone;
        return Buffer.from(reproducibleZip(first)).toString('base64');
      });
      assert.equal(new Set(packed).size, 1);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('loses nothing of its files', () => {
    const texts = Object.entries(unzipSync(reproducibleZip(second))).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString(),
    ]);
    assert.deepEqual(Object.fromEntries(texts), files);
  });

  it('can be written by its owner once unpacked: VS Code writes into its manifest', () => {
    const packed = Buffer.from(reproducibleZip(first));
    const entry = packed.indexOf('PK\x01\x02', 'latin1');
    assert.equal((packed.readUInt32LE(entry + 38) >>> 16).toString(8), '100644');
  });
});
