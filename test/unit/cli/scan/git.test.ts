import assert from 'node:assert/strict';
import { changedLinesIn, changesSince } from '../../../../src/cli/scan/git.ts';

describe('what changed since a commit', () => {
  it('is read from a diff: added and changed lines, also where the text looks like a diff', () => {
    const diff = [
      'diff --git a/docs/a.md b/docs/a.md',
      '--- a/docs/a.md',
      '+++ b/docs/a.md',
      '@@ -3 +3,2 @@ heading',
      '--- old',
      '+++ b/other.md',
      '+@@ -1 +1 @@',
      '@@ -9,2 +10,0 @@',
      '-gone',
      '-gone',
      '@@ -20,0 +20 @@',
      '+new',
      '\\ No newline at end of file',
      'diff --git "a/caf\\303\\251 \\"x\\".md" "b/caf\\303\\251 \\"x\\".md"',
      '--- /dev/null',
      '+++ "b/caf\\303\\251 \\"x\\".md"',
      '@@ -0,0 +1 @@',
      '+one',
      '',
    ].join('\n');
    assert.deepEqual(
      [...changedLinesIn(diff)],
      [
        [
          'docs/a.md',
          [
            [3, 4],
            [20, 20],
          ],
        ],
        ['café "x".md', [[1, 1]]],
      ],
    );
  });

  it('rejects a ref that git would read as an option', async () => {
    await assert.rejects(changesSince('--output=/tmp/x'), /can’t start with -/);
  });
});
