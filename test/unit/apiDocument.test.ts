import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCodes } from '../../src/api/errorBody.ts';
import { PageLinks, PageMeta, pageSizes, projectSortKeys, reportSortKeys } from '../../src/api/lists.ts';
import { minPagePasswordLength } from '../../src/api/limits.ts';
import { Project, Evidence, Report, Result, Segment, Shares, verdicts } from '../../src/api/report.ts';

import { signLabels } from '../../src/detector/signs.ts';
import { fixedReasons } from '../../src/detector/verdict.ts';
import { roles } from '../../src/detector/authorText.ts';
import { serveOptions } from '../../src/cli/settings.ts';
import { CreateReport, ListProjects, ListReports } from '../../src/service/api/parameters.ts';

const root = resolve(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/api.md'), 'utf8');

/** The words that stand as code, in the text and in examples. */
const named = new Set(
  [...document.matchAll(/```[^]*?```|`[^`\n]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []),
);

const missing = (names: readonly (string | number)[]) => names.filter((name) => !named.has(String(name)));

describe('docs/api.md', () => {
  it('names every error code', () => {
    assert.deepEqual(missing(errorCodes), []);
  });

  it('names every parameter and its allowed values', () => {
    const parameters = [CreateReport.pipe[0], ListReports, ListProjects].flatMap(({ entries }) =>
      Object.keys(entries),
    );
    assert.deepEqual(missing([...parameters, ...reportSortKeys, ...projectSortKeys]), []);
    assert.ok(document.includes(`at least ${minPagePasswordLength} characters`));
    for (const size of pageSizes) assert.match(document, new RegExp(`per_page.*\\b${size}\\b`));
  });

  it('names every field of an answer', () => {
    const answers = [Report, Result, Segment, Evidence, Shares, Project, PageLinks, PageMeta];
    assert.deepEqual(missing([...answers.flatMap(({ entries }) => Object.keys(entries)), ...verdicts]), []);
  });

  it('names every reason that the detector gives', () => {
    const source = readFileSync(join(root, 'src/detector/verdict.ts'), 'utf8');
    const reasons = [...source.matchAll(/(?:\bcode: |\badd\()'(\w+)'/g)].map(([, code]) => code ?? '');
    assert.ok(reasons.length > 5);
    const codes = [...reasons, ...Object.keys(fixedReasons), ...roles.map((role) => `left_out_${role}`)];
    assert.deepEqual(missing(codes), []);
    assert.deepEqual(missing(Object.keys(signLabels)), []);
  });

  it('says the limits that `inkling serve` starts with', () => {
    const written = (value: number) => (value === 1024 ** 3 ? '1 GiB' : value.toLocaleString('en'));
    const limits = serveOptions()
      .filter(({ long }) => /^--(rate-limit|max-)/.test(long ?? ''))
      .map(({ defaultValue }) => written(Number(defaultValue)));
    assert.equal(limits.length, 6);
    const rows =
      document
        .slice(document.indexOf('## Limits'))
        .match(/^\|.*$/gm)
        ?.join('\n') ?? '';
    assert.deepEqual(
      limits.filter((limit) => !rows.includes(`| ${limit} `)),
      [],
    );
  });

  it('is what comments point to, and not a page outside the repository', () => {
    const strays = globSync('src/**/*.ts', { cwd: root }).filter((path) =>
      /\b(decisions|interface)\.md\b/.test(readFileSync(join(root, path), 'utf8')),
    );
    assert.deepEqual(strays, []);
  });
});
