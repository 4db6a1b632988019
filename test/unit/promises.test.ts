import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Manifest {
  contributes: { viewsWelcome: { contents: string; when: string }[] };
}

const { contributes } = read('package.json') as Manifest;
const ofManifest = read('package.nls.json') as Record<string, string>;
const ofEditor = Object.keys(read('l10n/bundle.l10n.json') as Record<string, string>);

/** That a text stays where it is. */
const promise = /stays? here|stays? on|own machine|nothing else is/i;

/** What is sent is held by test/host/service.test.ts, on a scan's own request. */
describe('what people are promised of where their text goes', () => {
  it('is shown in an empty view for the service that is chosen, never for the other', () => {
    const welcomes = contributes.viewsWelcome.map(({ contents, when }) => ({
      text: ofManifest[contents.replaceAll('%', '')] ?? '',
      when,
    }));
    const staying = welcomes.filter(({ text }) => promise.test(text));
    assert.equal(staying.length, 1);
    for (const { when } of staying) assert.match(when, /&& !inkling\.remote$/);
    const sent = welcomes.filter(({ text }) => text.includes('is sent to'));
    assert.equal(sent.length, 1);
    for (const { when } of sent) assert.match(when, /&& inkling\.remote$/);
  });

  it('is said without a condition only where this machine is what it speaks of', () => {
    const shownOnCondition = contributes.viewsWelcome.map(({ contents }) => contents.replaceAll('%', ''));
    const unconditional = [
      ...Object.entries(ofManifest)
        .filter(([key]) => !shownOnCondition.includes(key))
        .map(([, text]) => text),
      ...ofEditor,
    ].filter((text) => promise.test(text) && !text.includes('unless you choose'));
    assert.deepEqual(unconditional.sort(), [
      // Choose Service…, of This Machine
      'The service on this machine answered in {0} ms. Your texts stay here.',
      // Test Connection, where this machine answered
      'Your texts stay here.',
    ]);
  });
});
