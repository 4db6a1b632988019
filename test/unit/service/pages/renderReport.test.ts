import assert from 'node:assert/strict';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Report } from '../../../../src/api/report.ts';
import { reportDocument } from '../../../../src/report/formats/html.ts';
import { chooseLanguage } from '../../../../src/report/words/words.ts';
import { languages, renderReport, type RenderJob } from '../../../../src/service/pages/renderReport.ts';
import { hostileReport, longReport, mixedReport, tooShortReport } from '../../report/samples.ts';

const place = { host: 'inkling.test', timeZone: 'UTC' };

function jobOf({ result, content, ...summary }: Report, form: RenderJob['form'], part = 1): RenderJob {
  const { segments, evidence, ...judged } = result;
  return {
    summary: { ...summary, result: judged },
    details: new Uint8Array(gzipSync(JSON.stringify({ segments, evidence }))),
    content,
    form,
    part,
    locale: 'en',
    place,
    isOwner: false,
    hasAccounts: true,
  };
}

function textOf(report: Report, form: RenderJob['form']): string {
  const rendered = renderReport(jobOf(report, form));
  const bytes = gunzipSync(rendered.gzipped);
  assert.equal(bytes.length, rendered.length, 'the length is not what is sent');
  return bytes.toString();
}

describe('a report as a file', () => {
  for (const [name, report] of [
    ['mixed', mixedReport()],
    ['too short', tooShortReport()],
    ['hostile', hostileReport()],
    ['long', longReport(20_000)],
  ] as const) {
    it(`is the whole report, however it is cut on the way: ${name}`, () => {
      const { content, result, ...rest } = report;
      const { segments, evidence, ...judged } = result;
      const ordered = { ...rest, result: { ...judged, segments, evidence }, content };
      assert.equal(textOf(report, 'json'), JSON.stringify(ordered, null, 2));
      const reader = { ...place, ...chooseLanguage(['en'], languages) };
      assert.equal(textOf(report, 'html'), reportDocument(report, reader));
    });
  }

  it('needs a fraction of its length in memory', () => {
    const { gzipped, length } = renderReport(jobOf(longReport(80_000), 'html'));
    assert.ok(gzipped.length < length / 5, `${gzipped.length} of ${length} bytes`);
  });
});
