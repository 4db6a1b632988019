import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { document } from '../../contract/support/documented.ts';
import { listenOnLoopback } from '../../contract/support/loopback.ts';
import { apiKey, openTestService } from '../../contract/support/testService.ts';
import { root } from '../../rig/paths.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';

/** What a program of somebody else does with the client, each operation once. Its types are checked too. */
const program = `
import { createClient } from './generated/client';
import * as api from './generated/sdk.gen';
import type { Detection, ErrorBody, Report } from './generated/types.gen';

export async function run(baseUrl: string, key: string): Promise<unknown[]> {
  const client = createClient({ baseUrl, auth: key });
  const content = 'The pier was cold.';
  const body = { content, project: 'Term papers/1', title: null };
  const created = await api.createReport({ client, body, headers: { 'Idempotency-Key': 'once' } });
  const id: string = created.data!.data.id;
  const shown = await api.showReport({ client, path: { id } });
  const report: Report = shown.data!.data;
  const listed = await api.listReports({ client, query: { project: 'Term papers/1', per_page: 25, sort_by: 'score' } });
  const projects = await api.listProjects({ client, query: { search: 'paper' } });
  const detected = await api.detect({ client, body: [{ content }, { content }] });
  const each: Detection[] = [detected.data!.data].flat();
  const models = await api.listModels({ client });
  const usage = await api.showUsage({ client });
  const refused = await api.createReport({ client, body: { content: ' ' } });
  const error: ErrorBody | undefined = refused.error;
  const deleted = await api.deleteReport({ client, path: { id } });
  const emptied = await api.deleteProject({ client, path: { project: 'Term papers/1' } });
  const described = await api.showDocument({ client });
  return [
    created.response!.status,
    report.content,
    report.result.segments.length,
    listed.data!.meta.total,
    projects.data!.data.map(({ project, reports }) => [project, reports]),
    each.map(({ words }) => words),
    models.data!.data.length > 0,
    usage.data!.data.reports.used,
    Object.keys(error?.errors ?? {}),
    deleted.response!.status,
    emptied.response!.status,
    described.data!['openapi'],
  ];
}

export const wrong = () => [
  // @ts-expect-error a report needs a text
  api.createReport({ body: { title: 'No text' } }),
  // @ts-expect-error privacy has three values
  api.createReport({ body: { content: 'Some words.', privacy: 3 } }),
  // @ts-expect-error a list has an order that is known
  api.listReports({ query: { sort_by: 'name' } }),
];
`;

describe('a client generated from the OpenAPI document', function () {
  this.timeout(60_000);

  it('compiles, and does every operation as its types say', async () => {
    const folder = temporaryFolder('generated-client');
    const at = (name: string) => join(folder, name);
    writeFileSync(at('openapi.json'), JSON.stringify(document));
    writeFileSync(at('program.ts'), program);
    runs('@hey-api/openapi-ts/bin/run.js', [
      ...['--input', at('openapi.json'), '--output', at('generated')],
      ...['--client', '@hey-api/client-fetch', '--silent', '--no-log-file'],
    ]);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', ''];
    const target = ['--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler'];
    runs('typescript-native/bin/tsc', [...options, ...target, at('program.ts')]);
    await build({ entryPoints: [at('program.ts')], outfile: at('program.mjs'), bundle: true, format: 'esm' });
    const { run } = (await import(pathToFileURL(at('program.mjs')).href)) as {
      run: (address: string, key: string) => Promise<unknown[]>;
    };
    const { service, store } = await openTestService(':memory:');
    const { server, address } = await listenOnLoopback(service);
    try {
      assert.deepEqual(await run(address, apiKey), [
        ...[201, 'The pier was cold.', 1, 1],
        [['Term papers/1', 1]],
        [4, 4],
        ...[true, 1, ['content'], 204, 204, '3.1.1'],
      ]);
    } finally {
      await server.close();
      await store.close();
    }
  });
});

function runs(script: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', script), ...args],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stdout + stderr);
}
