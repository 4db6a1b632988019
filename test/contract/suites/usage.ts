import assert from 'node:assert/strict';
import * as v from 'valibot';
import { ModelDescription, Usage } from '../../../src/api/service.ts';
import { fakeModels } from '../support/fakeDetect.ts';
import { call, expectRefused, expectStatus, scan } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { otherKey } from '../support/testService.ts';

const Model = v.strictObject(ModelDescription.entries);

/** The models of the service, and what an account keeps (docs/api.md). */
export function usageSuite(subject: () => Subject): void {
  const usage = async (key?: string): Promise<Usage> => {
    const answer = await call(subject(), '/api/v1/usage', key === undefined ? {} : { key });
    const { data } = v.parse(
      v.strictObject({ data: v.strictObject(Usage.entries) }),
      JSON.parse(expectStatus(answer, 200).text),
    );
    return data;
  };
  const used = ({ keys, projects, reports, bytes }: Usage) =>
    [keys, projects, reports, bytes].map((one) => one.used);

  it('lists the models that texts are judged by, and how high people’s texts score', async () => {
    const { text } = expectStatus(await call(subject(), '/api/v1/models'), 200);
    const { data } = v.parse(v.strictObject({ data: v.array(Model) }), JSON.parse(text));
    assert.deepEqual(data, await fakeModels());
  });

  it('counts what the account keeps as it comes and goes, in bytes of UTF-8, and nothing of another', async () => {
    assert.deepEqual(used(await usage()), [1, 0, 0, 0]);
    const { id } = await scan(subject(), { content: 'é', project: 'kept' });
    await scan(subject(), { content: 'abc', project: 'kept' });
    await scan(subject(), { content: 'another’s' }, otherKey);
    assert.deepEqual(used(await usage()), [1, 1, 2, 5]);
    expectStatus(await call(subject(), `/api/v1/reports/${id}`, { method: 'DELETE' }), 204);
    assert.deepEqual(used(await usage()), [1, 1, 1, 3]);
    assert.deepEqual(used(await usage(otherKey)), [1, 0, 1, 11]);
  });

  it('names no limit where the service has none', async () => {
    for (const { limit } of Object.values(await usage())) assert.equal(limit, null);
  });

  it('tells neither to somebody without a key', async () => {
    for (const path of ['/api/v1/models', '/api/v1/usage'])
      expectRefused(await call(subject(), path, { key: null }), 401);
  });
}
