import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import {
  eachTool,
  getReport,
  listReports,
  scanFile,
  scanText,
  type AssistantParts,
} from '../../../src/assistant/tools.ts';
import { clientOf } from '../client/support.ts';
import { aiReport, reportOf, withAlarms } from '../report/samples.ts';
import { inEnglish } from '../../../src/report/words/en.ts';

const root = resolve(import.meta.dirname, '../../..');
const { signal } = new AbortController();

const report = reportOf(
  [
    [
      [0.2, 'We rowed home in the dark.'],
      [0.96, 'This underscores the importance of preparation.'],
    ],
  ],
  { verdict: 'mixed', confidence: 'medium', score: 0.7 },
);

/** The tools' parts over a service that answers this. */
function partsOver(body: unknown, host: string | null = null) {
  const { client, sent } = clientOf(() => Response.json(body));
  const parts: AssistantParts = {
    client,
    host,
    language: inEnglish,
    readFile: (path) =>
      Promise.resolve({
        content: `text of ${path}`,
        title: 'a.md',
        project: 'p',
        placeOf: (offset) => ({ line: offset + 1 }),
        reasons: [{ code: 'left_out_ignored', message: 'Left out of the score: 7 words.' }],
      }),
  };
  return { parts, sent };
}

describe('the tools for assistants', () => {
  it('match the manifest, so that a model knows the parameters that a tool really has', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: { languageModelTools: Record<string, unknown>[] };
    };
    const texts = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Record<string, string>;
    const inCode: Record<string, unknown>[] = [];
    eachTool(({ name, title, description, input }) => {
      const { $schema, ...inputSchema } = toJsonSchema(input);
      assert.ok($schema);
      inCode.push({ name, displayName: title, modelDescription: description, inputSchema });
    });
    assert.deepEqual(
      manifest.contributes.languageModelTools.map(({ name, displayName, modelDescription, inputSchema }) => ({
        name,
        displayName: texts[String(displayName).replaceAll('%', '')],
        modelDescription,
        inputSchema,
      })),
      inCode,
    );
  });

  it('say what was left out of a file, stored or not', async () => {
    const { parts } = partsOver({ data: report });
    const stored = await scanFile.run(parts, { path: 'a.md', store: true }, signal);
    assert.match(stored.reasons.join(), /Left out of the score: 7 words/);
    const { words, language, result } = report;
    const detect = () => Promise.resolve({ words, language, result });
    const unstored = await scanFile.run({ ...parts, detect }, { path: 'a.md', store: false }, signal);
    assert.deepEqual(unstored.reasons, stored.reasons);
  });

  it('give the claim with a caution, never a bare score', async () => {
    const { parts } = partsOver({ data: report });
    const answer = await scanText.run(parts, { text: 'A text.', store: true }, signal);
    assert.equal(answer.says, 'Parts of this text read like AI.');
    assert.equal(answer.falseAlarms, null);
    assert.match(answer.note, /not proof/);
    assert.equal(answer.analysed, 'on this machine');
    assert.deepEqual(answer.flaggedSentences, [
      { line: 1, text: 'This underscores the importance of preparation.', strength: 'passage' },
    ]);
  });

  it('say how many human-written texts score as high, and what that does not mean', async () => {
    const { parts } = partsOver({ data: withAlarms(aiReport(), { per_1000: 3 }) });
    const answer = await getReport.run(parts, { id: 'x' }, signal);
    assert.equal(
      answer.says,
      'This text reads like AI. Of 1,000 human-written texts of the same kind and length, 3 score as high. This is not the chance that a person wrote this text.',
    );
    assert.equal(answer.falseAlarms?.texts, 2614);
    assert.deepEqual(v.parse(getReport.output, answer), answer);
  });

  it('name the host that analysed a text, so that a model can’t call it local', async () => {
    const { parts } = partsOver({ data: report }, 'inkling.example');
    const answer = await getReport.run(parts, { id: 'x' }, signal);
    assert.equal(answer.analysed, 'inkling.example');
  });

  it('scan a file by its prose, with its title, project and lines', async () => {
    const { parts, sent } = partsOver({ data: report });
    const answer = await scanFile.run(parts, { path: 'docs/a.md', store: true }, signal);
    const form = new URLSearchParams(await sent[0]?.text());
    assert.deepEqual(Object.fromEntries(form), { content: 'text of docs/a.md', title: 'a.md', project: 'p' });
    assert.equal(answer.flaggedSentences[0]?.line, report.content.indexOf('This underscores') + 1);
  });

  it('store a report only on request, if the analysis is on this machine', async () => {
    const { parts, sent } = partsOver({ data: report });
    const { words, language, result } = report;
    const detect = () => Promise.resolve({ words, language, result });
    const text = `Notes\n\n${report.content}`;
    const answer = await scanText.run({ ...parts, detect }, { text, store: false }, signal);
    assert.deepEqual([answer.id, answer.verdict, sent.length], [null, 'mixed', 0]);
    await scanText.run({ ...parts, detect }, { text, store: true }, signal);
    assert.equal(sent.length, 1);
  });

  it('give scores two digits, and the strongest sentences first with their lines', async () => {
    const sentences: [number, string][] = [
      [0.91234, 'This underscores the importance of preparation.'],
      [0.98765, 'Moreover, it plays a crucial role in all of it.'],
    ];
    const { content, words, language, result } = reportOf([sentences], { verdict: 'ai', score: 0.98765 });
    const { parts } = partsOver({});
    const detect = () => Promise.resolve({ words, language, result });
    const text = content.replace(' Moreover', '\nMoreover');
    const answer = await scanText.run({ ...parts, detect }, { text, store: false }, signal);
    assert.equal(answer.score, 0.99);
    assert.deepEqual(
      answer.flaggedSentences.map(({ line, text: sentence }) => [line, sentence.slice(0, 8)]),
      [
        [2, 'Moreover'],
        [1, 'This und'],
      ],
    );
  });

  it('refuse a text over the limit in words that say what to do', async () => {
    const { parts } = partsOver({ data: report });
    const text = 'So it goes. '.repeat(90_000);
    await assert.rejects(scanText.run(parts, { text, store: false }, signal), {
      code: 'tooLarge',
      message: /longer than 1 MiB.* Send part of it/,
    });
  });

  it('answer as their output schemas say', async () => {
    const { parts } = partsOver({ data: report });
    const answer = await getReport.run(parts, { id: 'x' }, signal);
    assert.deepEqual(v.parse(getReport.output, answer), answer);
    assert.equal(toJsonSchema(getReport.output).type, 'object');
    assert.equal(toJsonSchema(listReports.output).type, 'object');
  });

  it('flag no sentence of a text that can’t be judged', async () => {
    const result = {
      ...report.result,
      verdict: 'uncertain' as const,
      reasons: [{ code: 'too_short', message: 'Too short.' }],
    };
    const { parts } = partsOver({ data: { ...report, result } });
    const answer = await getReport.run(parts, { id: 'x' }, signal);
    assert.deepEqual(answer.flaggedSentences, []);
    assert.match(answer.says, /too short to judge/);
  });

  it('flag no sentence that reads no more like AI than its unclear text', async () => {
    const result = { ...report.result, score: 0.96, verdict: 'uncertain' as const, reasons: [] };
    const { parts } = partsOver({ data: { ...report, result } });
    const answer = await getReport.run(parts, { id: 'x' }, signal);
    assert.deepEqual(answer.flaggedSentences, []);
    assert.match(
      answer.says,
      /^Leans towards AI, but .+\. Unclear: some human-written texts score the same\.$/,
    );
  });

  it('pass on what a service sent without a result, and never add a verdict', async () => {
    const { parts } = partsOver({ id: 7, status: 'queued' });
    const answer = await getReport.run(parts, { id: '7' }, signal);
    assert.deepEqual(answer.fields, { id: 7, status: 'queued' });
    assert.deepEqual([answer.verdict, answer.score], [null, null]);
  });

  it('list reports of one project, short enough for a model to read', async () => {
    const { parts, sent } = partsOver({ data: [report, { id: 9 }], meta: { total: 2 } });
    const answer = await listReports.run(parts, { project: 'harbour' }, signal);
    assert.equal(new URL(sent[0]?.url ?? '').searchParams.get('project'), 'harbour');
    assert.deepEqual(
      answer.reports.map(({ id, verdict }) => ({ id, verdict })),
      [
        { id: report.id, verdict: 'mixed' },
        { id: '9', verdict: null },
      ],
    );
    assert.ok(!JSON.stringify(answer).includes('rowed'), 'no content in a list');
  });
});
