import assert from 'node:assert/strict';
import { globSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ESLint } from 'eslint';
import { root } from '../rig/paths.ts';
import { mayImport } from '../unit/mayImport.ts';

const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('the house', () => {
  it('is fenced by the linter as well, which says so while one types', async function () {
    this.timeout(60_000);
    const eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => /no-restricted-(paths|imports)$/.test(ruleId),
      overrideConfig: {
        files: ['**/*.ts'],
        languageOptions: { parserOptions: { projectService: false } },
      },
    });
    const sources = globSync('src/**/*.ts', { cwd: root });
    const firstFile = new Map(sources.map((path) => [path.split(sep)[1] ?? '', path]));
    for (const folder of folders) {
      const filePath = join(root, 'src', folder, 'new.ts');
      for (const [owner, path] of firstFile) {
        const code = `import * as theirs from '${relative(dirname(filePath), join(root, path))
          .split(sep)
          .join('/')
          .replace(/^(?!\.)/, './')}';\nexport { theirs };\n`;
        const refused = await isRefused(eslint, code, filePath);
        const forbidden = owner !== folder && !mayImport[folder]?.includes(owner);
        assert.equal(refused, forbidden, `the linter on ${folder}/ importing ${owner}/`);
      }
      const usesVscode = await isRefused(eslint, "import 'vscode';\n", filePath);
      assert.equal(usesVscode, folder !== 'editor', `the linter on ${folder}/ importing vscode`);
    }
  });
});

async function isRefused(eslint: ESLint, code: string, filePath: string): Promise<boolean> {
  const [result] = await eslint.lintText(code, { filePath });
  assert.ok(result);
  assert.equal(result.fatalErrorCount, 0, result.messages.map(({ message }) => message).join('\n'));
  return result.errorCount > 0;
}
