import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Step {
  id: string;
  title: string;
  description: string;
  media: { image: { dark: string; light: string; hc: string; hcLight: string }; altText: string };
  completionEvents: string[];
}

interface Manifest {
  contributes: {
    walkthroughs: { id: string; steps: Step[] }[];
    commands: { command: string }[];
    views: { inkling: { id: string }[] };
    configuration: { properties: Record<string, unknown> };
  };
}

const { contributes } = read('package.json') as Manifest;
const texts = read('package.nls.json') as Record<string, string>;
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const pictures = [...new Set(steps.flatMap(({ media }) => Object.values(media.image)))];
const commands = contributes.commands.map(({ command }) => command);
const views = contributes.views.inkling.map(({ id }) => id);

describe('the walkthrough', () => {
  it('has four steps, each with a title, a text and a picture in words', () => {
    assert.equal(steps.length, 4);
    for (const { id, title, description, media } of steps) {
      for (const text of [title, description, media.altText]) assert.ok(inWords(text), `${id}: ${text}`);
    }
  });

  it('has titles that its column does not cut off, in either language', () => {
    const german = read('package.nls.de.json') as Record<string, string>;
    for (const { id, title } of steps) {
      const key = title.replaceAll('%', '');
      for (const words of [texts[key], german[key]]) assert.ok((words ?? '').length <= 20, `${id}: ${words}`);
    }
  });

  it('begins with the same document as the README, npm start and the folder that it opens', () => {
    const command = `Inkling: ${texts['command.openSample']}`;
    const [first] = steps;
    assert.match(inWords(first?.description ?? '') ?? '', /\(command:inkling\.openSample\)/);
    for (const path of ['README.md', 'test/rig/start.ts', 'test/rig/sample/README.md']) {
      const text = readFileSync(join(root, path), 'utf8');
      assert.ok(text.includes(command), path);
      assert.doesNotMatch(
        text.slice(0, text.indexOf(command)),
        /keeping-bees/,
        `${path} names another first`,
      );
    }
  });

  it('shows pictures that are there, for dark and light, in 600 kB at most', () => {
    assert.deepEqual(
      pictures.filter((path) => !existsSync(join(root, path))),
      [],
      'npm run screenshots',
    );
    const bytes = pictures.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    assert.ok(bytes <= 600_000, `${bytes} bytes`);
  });

  it('has no step that can never be ticked off', () => {
    const known = new Set([
      ...commands.map((command) => `onCommand:${command}`),
      ...views.map((view) => `onView:${view}`),
      ...Object.keys(contributes.configuration.properties).map((name) => `onSettingChanged:${name}`),
    ]);
    for (const { id, completionEvents } of steps) {
      assert.ok(completionEvents.length > 0, id);
      assert.deepEqual(
        completionEvents.filter((event) => !known.has(event)),
        [],
      );
    }
  });
});

/** What stands for a `%key%` of the manifest. */
function inWords(key: string): string | undefined {
  return texts[key.replaceAll('%', '')];
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
