import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rig/paths.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';

/** The scripts of the action, with programs in place of npx, node and gh that note how they are called. */
describe('the GitHub action', () => {
  let folder = '';
  const place = (name: string): string => join(folder, name);
  const read = (name: string): string => (existsSync(place(name)) ? readFileSync(place(name), 'utf8') : '');

  before(function () {
    if (process.platform === 'win32' || spawnSync('jq', ['--version']).error) this.skip();
  });

  beforeEach(() => {
    folder = temporaryFolder('action');
  });

  /** Puts a program in the way. @param script its lines for bash. */
  function fake(name: string, script: string): void {
    writeFileSync(place(name), `#!/bin/bash\n${script}\n`);
    chmodSync(place(name), 0o755);
  }

  function run(script: string, env: NodeJS.ProcessEnv, path = `${folder}:/usr/bin:/bin`) {
    const { status, stdout, stderr } = spawnSync('/bin/bash', [join(root, 'action', script)], {
      encoding: 'utf8',
      env: {
        ...{ PATH: path, RUNNER_TEMP: folder, GITHUB_OUTPUT: place('output') },
        ...{ GITHUB_STEP_SUMMARY: place('summary'), FAKES: folder, ...env },
      },
    });
    assert.equal(status, 0, stderr);
    return stdout;
  }

  const inputs = {
    ...{
      INKLING_VERSION: '0.1.0',
      SCAN_FILES: 'docs\n\nthe notes.md\n',
      FAIL_ON: '',
      SINCE: '',
      BASELINE: '',
    },
    ...{ PROVENANCE: 'false', STRICT: 'false', SARIF: '', SUMMARY: 'true' },
  };
  const npx = 'printf "%s\\n" "$@" >>"$FAKES/npx.log"; echo results >"$RUNNER_TEMP/inkling.md"';

  it('scans once, though results and SARIF are asked for', () => {
    fake('node', 'exit 0');
    fake('npx', `${npx}; exit 1`);
    run('scan.sh', { ...inputs, SARIF: 'a.sarif', FAIL_ON: 'ai', STRICT: 'true' });
    assert.deepEqual(read('npx.log').trimEnd().split('\n'), [
      ...['--yes', '--package', 'inkling@0.1.0', '--', 'inkling', 'scan', '--format', 'markdown'],
      ...['--output', place('inkling.md'), '--fail-on', 'ai', '--strict', '--output', 'sarif=a.sarif'],
      ...['--no-suppressions', '--', 'docs', 'the notes.md'],
    ]);
    assert.equal(read('output'), 'exit-code=1\n');
    assert.equal(read('summary'), 'results\n');
  });

  it('doesn’t change the job’s Node, and uses a newer one itself if that is too old', () => {
    assert.doesNotMatch(readFileSync(join(root, 'action.yml'), 'utf8'), /setup-node/);
    fake('npx', npx);
    for (const [version, packages] of [
      ['24.1.0', ['inkling@0.1.0']],
      ['22.13.0', ['inkling@0.1.0']],
      ['22.12.0', ['inkling@0.1.0', 'node@24']],
      ['16.20.0', ['inkling@0.1.0', 'node@24']],
    ] as const) {
      // The check itself, on a Node that says that it is another.
      const says = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
      fake('node', `exec ${process.execPath} --eval '${says}'"$2"`);
      rmSync(place('npx.log'), { force: true });
      run('scan.sh', inputs);
      const called = read('npx.log').split('\n');
      assert.deepEqual(
        called.filter((_, i) => called[i - 1] === '--package'),
        packages,
        version,
      );
    }
  });

  it('says what a runner without npm needs', () => {
    for (const name of ['cat', 'bash']) fake(name, `exec /bin/${name} "$@"`);
    assert.match(run('scan.sh', inputs, folder), /^::error::Inkling needs npm.*actions\/setup-node/);
    assert.equal(read('output'), 'exit-code=2\n');
  });

  it('judges the text of an event only if asked, and lets no text or branch become a command', () => {
    const action = readFileSync(join(root, 'action.yml'), 'utf8');
    assert.match(action, /\n {2}event:\n[^]*?\n {4}default: 'false'\n/);
    for (const [, command] of action.matchAll(/^ +run: (.*)$/gm)) assert.doesNotMatch(command!, /\$\{\{/);
    fake('node', 'exit 0');
    fake('npx', 'printf "%s\\n" "$PWD" "$@" >"$FAKES/npx.log"; exit 2');
    const names = { LABEL: 'AI', UNDISCLOSED_LABEL: 'ask', POLICY: '', EXEMPT_LABELS: 'known\n$(touch x)\n' };
    run('event.sh', { INKLING_VERSION: '0.1.0', ...names });
    assert.deepEqual(read('npx.log').trimEnd().split('\n'), [
      ...[folder, '--yes', '--package', 'inkling@0.1.0', '--', 'inkling', 'event'],
      ...['--label', 'AI', '--undisclosed-label', 'ask'],
      ...['--exempt-label', 'known', '--exempt-label', '$(touch x)'],
    ]);
    assert.equal(read('output'), 'exit-code=2\n');
  });

  it('updates its single comment, with any token, and no other person’s', () => {
    const comments = [
      { id: 1, user: { type: 'User', login: 'mallory' }, body: '<!-- inkling -->\nmine' },
      { id: 2, user: { type: 'User', login: 'ann' }, body: '<!-- inkling -->\nold' },
      { id: 3, user: { type: 'Bot', login: 'github-actions[bot]' }, body: '<!-- inkling -->\nold' },
      { id: 4, user: { type: 'User', login: 'ann' }, body: 'See <!-- inkling -->' },
    ];
    writeFileSync(place('comments.json'), JSON.stringify(comments));
    const env = { GITHUB_REPOSITORY: 'a/b', PULL_REQUEST: '5' };
    const called = (user: string): string => {
      writeFileSync(place('inkling.md'), 'results\n');
      rmSync(place('gh.log'), { force: true });
      fake(
        'gh',
        `if [[ $2 == user ]]; then ${user}; fi
         if [[ $2 == --paginate ]]; then exec jq --raw-output "$5" "$FAKES/comments.json"; fi
         echo "$2 $3 $4" >>"$FAKES/gh.log"`,
      );
      run('comment.sh', env);
      return read('gh.log');
    };
    assert.equal(called('echo ann; exit 0'), '--method PATCH repos/a/b/issues/comments/2\n');
    const refused = `echo '{"message":"Resource not accessible by integration"}'; exit 1`;
    assert.equal(called(refused), '--method PATCH repos/a/b/issues/comments/3\n');
    assert.equal(called('echo bob; exit 0'), '--method POST repos/a/b/issues/5/comments\n');
  });
});
