import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reportActions, stateActions } from '../../../src/report/actions.ts';
import { parseFromWebview, parsePanelState, parseToWebview } from '../../../src/report/messages.ts';
import { mixedReport } from './samples.ts';

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
    const context = { host: null, actions: [...reportActions], locale: 'en', timeZone: 'UTC' };
    const messages = [
      { kind: 'show', reportId: '1', view: { kind: 'state', state: { kind: 'gone' } } },
      { kind: 'show', reportId: '1', view: { kind: 'report', report: mixedReport(), context } },
      { kind: 'select', start: 3 },
    ];
    for (const message of messages) assert.deepEqual(parseToWebview(message), message);
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
    assert.deepEqual(parsePanelState({ reportId: '1', html: 'x' }), {
      reportId: '1',
      filter: 'all',
      top: 0,
    });
  });
});
