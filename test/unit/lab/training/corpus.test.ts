import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readCorpus, readEveryLanguage } from '../../../../lab/training/corpus.ts';
import { temporaryFolder } from '../../../rig/temporaryFolder.ts';

describe('readCorpus', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder('corpus')));

  const write = (name: string, ...lines: string[]): void => {
    writeFileSync(join(folder, `${name}.jsonl.gz`), gzipSync(lines.join('\n')));
  };
  const line = (fields: object): string =>
    JSON.stringify({ id: 'a', text: 'We went home.', label: 'human', lang: 'en', ...fields });

  it('keeps what figures are reported by', async () => {
    write(
      'letters',
      line({ label: 'ai', generator: 'm-1', domain: 'mail', attack: 'polish', year: 2024, group: 'g' }),
    );
    assert.deepEqual(await readCorpus(folder), [
      {
        id: 'a',
        text: 'We went home.',
        isAi: true,
        voice: 'chat',
        ...{ partner: null, style: null },
        source: 'letters',
        domain: 'mail',
        group: 'g',
        language: 'en',
        generator: 'm-1',
        attack: 'polish',
        year: 2024,
        repo: null,
      },
    ]);
  });

  it('takes mirrors for texts of their partner’s source, so that they are left out together', async () => {
    const mirror = { label: 'ai', style: 'plain', of: 'letters-1', partner_file: 'letters' };
    write('mirrors', line(mirror), line({ ...mirror, style: 'request', of: null, partner_file: null }));
    const told = (await readCorpus(folder)).map(({ source, voice, partner, style }) => [
      source,
      voice,
      partner,
      style,
    ]);
    assert.deepEqual(told, [
      ['letters', 'plain', 'letters-1', 'plain'],
      ['requests', 'plain', null, 'request'],
    ]);
  });

  it('takes lines that state no more than text and label; each is its own group', async () => {
    write('letters', JSON.stringify({ id: 'b', text: 'Short.', label: 'human', generator: null }));
    const [text] = await readCorpus(folder);
    assert.deepEqual([text!.group, text!.language, text!.generator, text!.year], ['b', 'und', null, null]);
  });

  it('learns from English alone, and can show every language', async () => {
    write('letters', line({}), line({ id: 'b', lang: 'fr' }), line({ id: 'c', lang: 'und' }));
    const ids = (texts: readonly { id: string }[]): string[] => texts.map(({ id }) => id);
    assert.deepEqual(ids(await readCorpus(folder)), ['a', 'c']);
    assert.deepEqual(ids(await readEveryLanguage(folder)), ['a', 'b', 'c']);
  });

  it('names file, line and field of what it cannot read', async () => {
    write('letters', line({}), line({ label: 'robot' }));
    await assert.rejects(readCorpus(folder), /letters\.jsonl\.gz, line 2, label: /);
    write('letters', '{"id":');
    await assert.rejects(readCorpus(folder), /letters\.jsonl\.gz, line 1, the line: /);
  });

  it('names a folder without corpora', async () => {
    await assert.rejects(readCorpus(folder), new RegExp(`${folder} holds no \\.jsonl\\.gz file`));
  });
});
