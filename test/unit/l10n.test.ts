import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>;

const languages = ['de'];

/** What a translation must carry over: places to fill, commands that links lead to, and what stands in code marks. */
const carried = (text: string): string[] =>
  (text.match(/\{\d+\}|\(command:[\w.]+\)|`[^`]+`|✓|…/g) ?? []).sort();

function assertTranslates(translation: Record<string, string>, source: Record<string, string>): void {
  assert.deepEqual(Object.keys(translation).sort(), Object.keys(source).sort());
  for (const [key, text] of Object.entries(source)) {
    assert.notEqual(translation[key]?.trim(), '', `"${key}" is empty`);
    assert.deepEqual(carried(translation[key] ?? ''), carried(text), `"${key}"`);
  }
}

/** What a source shows by `vscode.l10n.t`. The parser of `npm run l10n` takes ten times as long. */
function textsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'vscode.l10n.t') {
      const [text] = node.arguments;
      assert.ok(text && ts.isStringLiteralLike(text), `${path}: npm run l10n finds plain strings only`);
      texts.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

describe('the words of the editor', () => {
  it('are all in the bundle that translators start from: npm run l10n', () => {
    const texts = new Set(
      globSync('src/editor/**/*.ts', { cwd: root }).flatMap((path) => textsIn(join(root, path))),
    );
    assert.ok(texts.size > 100, 'the sources are where this test looks for them');
    assert.deepEqual(Object.keys(read('l10n/bundle.l10n.json')).sort(), [...texts].sort());
  });

  for (const language of languages) {
    it(`are whole in “${language}”, with every place to fill, so that no message is half English`, () => {
      assertTranslates(read(`l10n/bundle.l10n.${language}.json`), read('l10n/bundle.l10n.json'));
    });

    it(`are whole in “${language}” where the manifest shows them, and their links still work`, () => {
      assertTranslates(read(`package.nls.${language}.json`), read('package.nls.json'));
    });
  }
});
