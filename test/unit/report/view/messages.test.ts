import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reportActions, stateActions } from '../../../../src/report/view/actions.ts';
import { parseFromWebview, parsePanelState, parseToWebview } from '../../../../src/report/view/messages.ts';
import { packed } from '../../../../src/report/model/packed.ts';
import { mixedReport } from '../samples.ts';
import { english } from '../../../../src/report/words/en.ts';

describe('the panel’s messages', () => {
  it('reads what the script says', () => {
    const messages = [
      { kind: 'ready' },
      { kind: 'reveal', start: 0, end: 12 },
      ...[...reportActions, ...stateActions].map((action) => ({ kind: 'action', action })),
    ];
    for (const message of messages) assert.deepEqual(parseFromWebview(message), message);
  });

  it('reads what the editor says', () => {
    const messages = [
      {
        kind: 'show',
        report: { service: null, id: '1' },
        view: { kind: 'state', state: { kind: 'gone' }, words: english },
      },
      { kind: 'select', start: 3 },
    ];
    for (const message of messages) assert.deepEqual(parseToWebview(message), message);
  });

  it('reads a report as it was before it was packed, whatever its letters', () => {
    const context = {
      host: null,
      actions: [...reportActions],
      words: english,
      locale: 'en',
      timeZone: 'UTC',
    };
    const report = mixedReport({ content: `\uFEFF${mixedReport().content} 🐝` });
    const posted = {
      kind: 'show',
      report: { service: null, id: '1' },
      view: { kind: 'report', report: packed(report), context },
    };
    const read = {
      kind: 'show',
      report: { service: null, id: '1' },
      view: { kind: 'report', report, context },
    };
    assert.deepEqual(parseToWebview(structuredClone(posted)), read);
  });

  it('refuses a report that was not packed, or is none', () => {
    const context = { host: null, actions: [], words: english, locale: 'en', timeZone: 'UTC' };
    const half = packed(mixedReport());
    half.result.segments = half.result.segments.map(() => -1);
    for (const report of [mixedReport(), half])
      assert.equal(
        parseToWebview({
          kind: 'show',
          report: { service: null, id: '1' },
          view: { kind: 'report', report, context },
        }),
        undefined,
      );
  });

  it('refuses actions, offsets and kinds that are none of ours', () => {
    const messages = [
      { kind: 'action', action: 'format' },
      { kind: 'reveal', start: -1, end: 2 },
      { kind: 'reveal', start: 0.5, end: 2 },
      { kind: 'reveal', start: '0', end: '2' },
      { kind: 'show' },
      null,
      'ready',
    ];
    for (const message of messages) assert.equal(parseFromWebview(message), undefined);
  });

  it('takes nothing that other scripts or a damaged state may send', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        assert.equal(parseFromWebview(message), undefined);
        assert.equal(parseToWebview(message), undefined);
        assert.equal(parsePanelState(message), undefined);
      }),
    );
    assert.equal(parsePanelState({ reportId: '1' }), undefined, 'an id names no report without its service');
    const report = { service: null, id: '1' };
    assert.deepEqual(parsePanelState({ report, html: 'x' }), {
      report,
      filter: 'all',
      top: 0,
    });
  });
});
