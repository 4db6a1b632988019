import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folderWith, inkling } from './cli/run.ts';

describe('inkling account, key and backup', () => {
  const folder = folderWith({ 'taken.sqlite': 'something of somebody' });
  const database = ['--database', 'data/inkling.sqlite'];

  async function run(args: string[], input = ''): Promise<string> {
    const { code, stdout, stderr } = await inkling([...args, ...database], folder(), input);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
    return stdout;
  }

  async function refused(args: string[], message: RegExp): Promise<void> {
    const { code, stdout, stderr } = await inkling(args, folder());
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  }

  before(() => inkling(['account', 'list', ...database], folder()));

  it('create an account, issue its keys, show and revoke them, and delete it', async () => {
    assert.equal(await run(['account', 'create', 'Ann Example']), 'Created the account “Ann Example”.\n');
    const key = (await run(['key', 'issue', 'ann example'])).trim();
    assert.match(key, /^ink_[\w-]{43}$/, 'a script takes it as it is');
    const listed = await run(['key', 'list', 'Ann Example']);
    assert.match(listed, /^[\da-f-]{36}\tcommand line\t\d{4}-\S+Z\tnever\n$/);
    assert.ok(!listed.includes(key.slice(4)));
    const [id = ''] = listed.split('\t');
    await refused(['key', 'revoke', 'Ann Example', 'another', ...database], /has no key with the id another/);
    assert.equal(await run(['key', 'revoke', 'Ann Example', id]), `Revoked the key ${id}.\n`);
    assert.equal(await run(['key', 'list', 'Ann Example']), '');
    assert.match(await run(['account', 'list']), /^[\da-f-]{36}\tAnn Example\t\d{4}-\S+Z\n$/);
    await run(['account', 'delete', 'Ann Example']);
    assert.equal(await run(['account', 'list']), '');
  });

  it('issue no more keys than an account may have', async () => {
    await run(['account', 'create', 'Fay']);
    await run(['key', 'issue', 'Fay', '--max-keys', '1']);
    await refused(
      ['key', 'issue', 'Fay', '--max-keys', '1', ...database],
      /API key limit reached \(1\)\. Revoke one with inkling key revoke, or allow more with --max-keys/,
    );
    await run(['key', 'issue', 'Fay', '--max-keys', '0']);
    await run(['account', 'delete', 'Fay']);
  });

  it('keep the database and its folder from everyone else', function () {
    if (process.platform === 'win32') this.skip();
    assert.equal(statSync(join(folder(), 'data')).mode & 0o077, 0);
    assert.equal(statSync(join(folder(), 'data/inkling.sqlite')).mode & 0o077, 0);
  });

  it('read a password from standard input, so that no process list shows it', async () => {
    await run(['account', 'create', 'Bob', '--password-stdin'], 'a long password\n');
    const files = readdirSync(join(folder(), 'data')).map((name) =>
      readFileSync(join(folder(), 'data', name)),
    );
    assert.ok(files.every((bytes) => !bytes.includes('a long password')));
    await refused(
      ['account', 'create', 'Eve', '--password-stdin', ...database],
      /No password on standard input/,
    );
  });

  it('reset a forgotten password, ask about the keys, and reject passwords that are easy to guess', async () => {
    await run(['account', 'create', 'Fay', '--password-stdin'], 'a long password\n');
    await run(['key', 'issue', 'Fay']);
    const said = await run(['account', 'password', 'fay'], 'another long one\n');
    assert.match(said, /^Set a new password for “Fay” and ended all its sessions\.\nKeys still valid: 1\./);
    const weak = await inkling(['account', 'password', 'Fay', ...database], folder(), '1234567890\n');
    assert.equal(weak.code, 2);
    assert.match(weak.stderr, /easy to guess/);
    assert.match(
      await run(['account', 'password', 'Fay', '--revoke-keys'], 'a third long one'),
      /Keys revoked: 1/,
    );
  });

  it('refuse names that can’t be had or are not there', async () => {
    await run(['account', 'create', 'Carl']);
    await refused(['account', 'create', ' CARL ', ...database], /The account “CARL” already exists/);
    await refused(['account', 'create', ' ', ...database], /An account name has 1 to 255 characters/);
    await refused(['account', 'delete', 'Nobody', ...database], /No account is named “Nobody”/);
    await refused(['key', 'issue', 'Nobody', ...database], /No account is named “Nobody”/);
  });

  it('know a name in whichever form a keyboard sends its letters', async () => {
    await run(['account', 'create', 'Zoë'.normalize('NFD')]);
    assert.match(await run(['account', 'list']), new RegExp(`\\t${'Zoë'.normalize('NFC')}\\t`));
    await refused(
      ['account', 'create', 'Zoë'.normalize('NFC'), ...database],
      /The account “Zoë” already exists/,
    );
    assert.match(await run(['key', 'issue', 'Zoë'.normalize('NFD')]), /^ink_/);
  });

  it('copy the database to a new file, and to no other', async () => {
    await run(['account', 'create', 'Dora']);
    await run(['backup', 'copy.sqlite']);
    const copied = await inkling(['account', 'list', '--database', 'copy.sqlite'], folder());
    assert.match(copied.stdout, /\tDora\t/);
    await refused(['backup', 'taken.sqlite', ...database], /taken\.sqlite already exists/);
    assert.equal(readFileSync(join(folder(), 'taken.sqlite'), 'utf8'), 'something of somebody');
    await refused(['backup', 'x.sqlite', '--database', 'none.sqlite'], /none\.sqlite: no such database/);
    await refused(
      ['backup', 'no/such/folder.sqlite', ...database],
      /Can’t copy the database .* to no\/such\/folder\.sqlite/,
    );
    await refused(
      ['backup', 'y.sqlite', '--database', 'taken.sqlite'],
      /Can’t copy the database .* to y\.sqlite/,
    );
    for (const left of ['none.sqlite', 'x.sqlite', 'y.sqlite', 'y.sqlite.unfinished']) {
      assert.equal(existsSync(join(folder(), left)), false, left);
    }
  });

  it('copy no database that is damaged where nothing has looked, so that no good backup is replaced', async () => {
    const made = await inkling(['account', 'create', 'Ed', '--database', 'hit.sqlite'], folder());
    assert.equal(made.code, 0, made.stderr);
    const bytes = readFileSync(join(folder(), 'hit.sqlite'));
    const page = pageOf('reports_of_project_by_generated', join(folder(), 'hit.sqlite')); // no list of accounts reads it
    bytes.fill(0xaa, (page - 1) * 4096, page * 4096);
    writeFileSync(join(folder(), 'hit.sqlite'), bytes);
    assert.match((await inkling(['account', 'list', '--database', 'hit.sqlite'], folder())).stdout, /\tEd\t/);
    await refused(
      ['backup', 'of-hit.sqlite', '--database', 'hit.sqlite'],
      /Can’t copy the database hit\.sqlite to of-hit\.sqlite: The database hit\.sqlite is damaged\..* restore a backup/,
    );
    const left = readdirSync(folder()).filter((name) => name.startsWith('of-hit'));
    assert.deepEqual(left, []);
  });

  it('rewrite a database without what was deleted, and no other file', async () => {
    const left = { secret: 'The herons left the mill at dusk.', file: join(folder(), 'data/inkling.sqlite') };
    const old = new DatabaseSync(left.file);
    old.exec(`CREATE TABLE room (text); INSERT INTO room VALUES ('${left.secret}'); DROP TABLE room`);
    old.close();
    assert.ok(readFileSync(left.file).includes(left.secret));
    assert.match(
      await run(['compact']),
      /^Compacted data\/inkling\.sqlite: it no longer contains deleted texts\.\n$/,
    );
    assert.ok(!readFileSync(left.file).includes(left.secret));
    await refused(['compact', '--database', 'none.sqlite'], /There is no database none\.sqlite/);
    assert.equal(existsSync(join(folder(), 'none.sqlite')), false);
    await refused(['compact', '--database', 'taken.sqlite'], /taken\.sqlite/);
    await refused(['compact', '--database', 'postgres://db.invalid/x'], /VACUUM FULL inkling\.reports/);
    assert.equal(readFileSync(join(folder(), 'taken.sqlite'), 'utf8'), 'something of somebody');
  });

  it('warn about a new, empty database, because a disk may not be mounted', async () => {
    const made = await inkling(['account', 'create', 'Fay', '--database', 'new.sqlite'], folder());
    assert.deepEqual([made.code, made.stderr], [0, 'inkling: created a new, empty database: new.sqlite\n']);
    const again = await inkling(['account', 'list', '--database', 'new.sqlite'], folder());
    assert.equal(again.stderr, '');
  });

  for (const address of [
    'postgre://ann:secret@db/x',
    'mysql://ann:secret@db/x',
    'postgres:/db/x',
    'file:///x.sqlite',
  ]) {
    it(`take ${address.split(':')[0]}:… for no file of that name`, async () => {
      await refused(
        ['account', 'list', '--database', address],
        /--database: unknown scheme "\w+"\. Use postgres:/,
      );
      await refused(['backup', 'z', '--database', address], /unknown scheme/);
      assert.deepEqual(
        readdirSync(folder()).filter((name) => name.includes(':')),
        [],
      );
    });
  }

  it('refer to pg_dump for PostgreSQL, and print no password', async () => {
    const address = 'postgres://ann:secret@db.invalid/inkling';
    const { code, stderr } = await inkling(['backup', 'z', '--database', address], folder());
    assert.equal(code, 2);
    assert.match(stderr, /pg_dump/);
    assert.ok(!stderr.includes('secret'), stderr);
  });

  for (const command of [['serve'], ['account'], ['account', 'create'], ['key', 'issue'], ['backup']]) {
    it(`explain themselves: inkling ${command.join(' ')} --help`, async () => {
      const { code, stdout } = await inkling([...command, '--help'], folder());
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^Usage: inkling ${command.join(' ')} `));
    });
  }
});

/** The first page, from 1, of a table or an index. */
function pageOf(name: string, path: string): number {
  const database = new DatabaseSync(path);
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  database.close();
  return Number(row?.['rootpage']);
}
