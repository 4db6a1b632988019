import assert from 'node:assert/strict';
import { runSteps } from '../../../../src/detector/detect.ts';
import { analysisInSteps, readDetails } from '../../../../src/service/detection/analysis.ts';
import { reportBody, toSummary } from '../../../../src/service/api/reportBody.ts';
import type { StoredReport } from '../../../../src/service/store/store.ts';

const baseUrl = 'https://example.test';

/** A report of a text with so many sentences of one character. */
function reportOf(content: string, sentences: number): StoredReport {
  const segments = Array.from({ length: sentences }, (_, i) => ({
    start: i,
    end: i + 1,
    score: i / sentences,
  }));
  const analysis = runSteps(
    analysisInSteps(content, {
      model: 'fake 1.0',
      language: 'en',
      words: 1,
      characters: content.length,
      sentences,
      result: {
        score: 0.25,
        verdict: 'uncertain',
        confidence: 'low',
        reasons: [],
        shares: { human: 0.5, uncertain: 0.25, ai: 0.25 },
        segments,
        evidence: [{ feature: 'f', label: 'A habit', weight: -0.5, spans: [{ start: 0, end: 1 }] }],
      },
    }),
  );
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const shown = { id, generatedAt: 1, title: null, project: null, privacy: 1 } as const;
  return { ...analysis, ...shown, content };
}

/** What the whole report is, written at once. */
function wholeOf(report: StoredReport): object {
  const summary = toSummary(report, baseUrl);
  const result = { ...summary.result, ...readDetails(report.details) };
  return { data: { ...summary, result, content: report.content } };
}

describe('the body of an answer that shows a report', () => {
  it('is one text for a short report', () => {
    const report = reportOf('Wörter.', 3);
    assert.equal(reportBody(report, baseUrl, report.content), JSON.stringify(wholeOf(report)));
  });

  it('comes in chunks for a long one, so that its sentences are never all in memory, and loses nothing between them', async () => {
    const report = reportOf(`a${'\u{1F600}'.repeat(70_000)}\u0001"\\`, 20_000);
    const body = reportBody(report, baseUrl, report.content);
    assert.ok(typeof body !== 'string');
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
    assert.ok(chunks.length > 10, `${chunks.length} chunks`);
    assert.equal(Buffer.concat(chunks).toString(), JSON.stringify(wholeOf(report)));
  });

  it('stops reading when the client has left', async () => {
    const report = reportOf('x'.repeat(100_000), 20_000);
    const body = reportBody(report, baseUrl, null);
    assert.ok(typeof body !== 'string');
    const reader = body.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    assert.deepEqual(await reader.read(), { done: true, value: undefined });
  });

  it('leaves the text out where it is asked to', async () => {
    const report = reportOf('x'.repeat(100_000), 5000);
    const body = await new Response(reportBody(report, baseUrl, null)).text();
    const { data } = wholeOf(report) as { data: { content?: string } };
    delete data.content;
    assert.equal(body, JSON.stringify({ data }));
  });
});
