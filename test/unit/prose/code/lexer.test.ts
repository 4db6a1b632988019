import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { codeFormats } from '../../../../src/prose/code/languages.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** The comments that TypeScript's own parser finds, by where they begin. */
function commentsOfTypeScript(path: string, source: string): string[] {
  const found = new Map<number, string>();
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const take = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, source.slice(pos, end));
  };
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(file) === 0 && node.kind !== ts.SyntaxKind.JsxText) {
      take(ts.getLeadingCommentRanges(source, node.pos));
      take(ts.getTrailingCommentRanges(source, node.end));
    }
    // Not forEachChild, which passes over brackets and the comments before them.
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(file);
  return [...found].sort(([a], [b]) => a - b).map(([, comment]) => comment);
}

describe('the comments of real source code', () => {
  const paths = globSync(['src/**/*.ts', 'test/{unit,rig}/*.ts'], { cwd: root });

  it('are those that TypeScript’s parser finds', function () {
    this.timeout(120_000);
    const { comments } = codeFormats.typescript;
    assert.ok(typeof comments === 'function');
    let count = 0;
    for (const path of paths) {
      const source = readFileSync(join(root, path), 'utf8');
      const found: string[] = comments(source).map(({ start, end }) => source.slice(start, end));
      assert.deepEqual(found, commentsOfTypeScript(path, source), path);
      count += found.length;
    }
    assert.ok(count > 500, `${count} comments compared`);
  });
});
