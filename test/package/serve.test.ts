import { join } from 'node:path';
import { root } from '../rig/paths.ts';
import { idIn, scan } from '../serve/requests.ts';
import { issueKey, start } from '../serve/server.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

describe('the bundled command line', () => {
  it('serves: it finds its detector threads and the model beside it', async () => {
    const folder = temporaryFolder('bundle');
    const database = join(folder, 'inkling.sqlite');
    const server = await start(join(root, 'dist/cli.js'), database, []);
    await idIn(await scan(server, await issueKey(database, 'Ann'), 'It rained on the pier.'));
    await server.end('SIGTERM');
  });
});
