import assert from 'node:assert/strict';
import { runCheck, type CheckToRun, type Finding } from '../../../lab/fuzz/runCheck.ts';

describe('the fuzzer', function () {
  this.timeout(60_000);
  const module = new URL('planted.ts', import.meta.url).href;
  const run = (check: string, more: Partial<CheckToRun> = {}): Promise<Finding> =>
    runCheck({ module, check, seed: 3, milliseconds: 500, stall: 20_000, ...more });

  it('says how many runs held, so that a check that ran nothing is seen', async () => {
    const finding = await run('holds');
    assert.ok(finding.held && finding.runs > 10, JSON.stringify(finding));
  });

  it('shows the smallest input that fails, by a path that leads to it again', async () => {
    const finding = await run('fails');
    assert.ok(!finding.held);
    assert.equal(finding.counterexample, '1001');
    const again = await run('fails', { path: finding.path });
    assert.ok(!again.held && again.error.includes('1001 is too large'));
  });

  for (const check of ['hangs', 'exhausts']) {
    it(`ends a check that ${check}, and its path leads to it again`, async () => {
      const finding = await run(check, { stall: 3000 });
      assert.ok(!finding.held);
      const again = await run(check, { path: finding.path, stall: 3000 });
      assert.ok(!again.held && again.path === finding.path);
    });
  }
});
