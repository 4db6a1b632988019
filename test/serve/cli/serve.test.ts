import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sessionSecret } from '../../../src/cli/serve/serve.ts';
import { createLog } from '../../../src/service/http/log.ts';
import { folderWith } from './run.ts';

describe('the secret that sessions are signed with', () => {
  const folder = folderWith({ 'bad.sqlite.secret': 'short\n', 'folder.sqlite.secret/a': '' });
  let lines: string[];
  const log = createLog({ write: (line) => lines.push(line) });

  beforeEach(() => {
    lines = [];
  });

  it('is the same after a restart, so that sessions continue', () => {
    const database = join(folder(), 'a.sqlite');
    const secret = sessionSecret(database, undefined, log);
    assert.equal(secret.length, 32);
    assert.deepEqual(sessionSecret(database, undefined, log), secret);
    assert.notDeepEqual(sessionSecret(join(folder(), 'b.sqlite'), undefined, log), secret);
  });

  it('is never there by half: a full disk leaves nothing that the next start would choke on', async function () {
    if (process.platform !== 'linux') this.skip(); // a limit on the size of files stands in for a full disk
    const database = join(folder(), 'full.sqlite');
    const module = new URL('../../../src/cli/serve/serve.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then(({ sessionSecret }) => sessionSecret(${JSON.stringify(database)}, undefined))`;
    const within = ['--fsize=10:unlimited', process.execPath, '--eval', script];
    await assert.rejects(promisify(execFile)('prlimit', within), /full\.sqlite\.secret: can’t be written/);
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.startsWith('full')),
      [],
    );
    assert.equal(sessionSecret(database, undefined, log).length, 32);
  });

  it('is the variable’s where it is set, the same for several processes', () => {
    assert.deepEqual(sessionSecret('postgres://db.invalid/x', 'ab'.repeat(32), log), Buffer.alloc(32, 0xab));
    assert.deepEqual(lines, []);
  });

  it('is new for each process if it can’t be stored, and the log says so', () => {
    const secrets = [1, 2].map(() => sessionSecret('postgres://ann:pass@db.invalid/x', undefined, log));
    assert.notDeepEqual(secrets[0], secrets[1]);
    assert.match(lines.join(''), /"level":"warn".*INKLING_SECRET/);
    assert.ok(!lines.join('').includes('pass'));
  });

  it('is refused when it is too short to be one', () => {
    assert.throws(() => sessionSecret(':memory:', 'abc', log), {
      name: 'StartError',
      message: /^INKLING_SECRET must be/,
    });
    assert.throws(() => sessionSecret(join(folder(), 'bad.sqlite'), undefined, log), {
      name: 'StartError',
      message: /bad\.sqlite\.secret must be 64 hexadecimal digits/,
    });
  });

  it('is reported by its file if it can’t be stored or read', () => {
    assert.throws(() => sessionSecret(join(folder(), 'missing/a.sqlite'), undefined, log), {
      name: 'StartError',
      message: /missing\/a\.sqlite\.secret: can’t be written/,
    });
    assert.throws(() => sessionSecret(join(folder(), 'folder.sqlite'), undefined, log), {
      name: 'StartError',
      message: /folder\.sqlite\.secret: can’t be read\. Check its permissions/,
    });
  });
});
