import assert from 'node:assert/strict';
import { packed, unpacked } from '../../../../src/report/view/messages.ts';
import { mixedReport, withAlarms, withOwnScores } from '../samples.ts';

describe('the panel’s messages', () => {
  it('restore a report exactly, with any letters', () => {
    const report = mixedReport({ content: `\uFEFF${mixedReport().content} 🐝` });
    assert.deepEqual(unpacked(structuredClone(packed(report))), report);
    const full = withAlarms(withOwnScores(report, [0, 0.5, 1]), { per_1000: null });
    assert.deepEqual(unpacked(structuredClone(packed(full))), full);
  });
});
