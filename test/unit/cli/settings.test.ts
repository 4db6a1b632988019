import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Command } from 'commander';
import { defaultDatabase, serveOptions, unknownVariables } from '../../../src/cli/settings.ts';

describe('the settings of inkling serve', () => {
  const set = new Set<string>();

  function parse(args: string[], environment: Record<string, string> = {}): Record<string, unknown> {
    for (const [name, value] of Object.entries(environment)) {
      process.env[name] = value;
      set.add(name);
    }
    const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    for (const option of serveOptions()) command.addOption(option);
    return command.parse(args, { from: 'user' }).opts();
  }

  afterEach(() => {
    for (const name of set) Reflect.deleteProperty(process.env, name);
    set.clear();
  });

  it('listen to this machine alone, with the limits that the decisions state, when nothing is said', () => {
    assert.deepEqual(parse([]), {
      host: '127.0.0.1',
      port: 4655,
      rateLimit: 120,
      maxContent: 1024 * 1024,
      maxKeys: 100,
      maxProjects: 10_000,
      maxReports: 100_000,
      maxBytes: 1024 ** 3,
    });
  });

  it('can each be given as an environment variable, and the command line has the last word', () => {
    const environment = {
      INKLING_HOST: '0.0.0.0',
      INKLING_PORT: '80',
      INKLING_PUBLIC_URL: 'https://inkling.example/',
      INKLING_REGISTRATION: 'closed',
      INKLING_RATE_LIMIT: '0',
      INKLING_MAX_CONTENT: '5',
      INKLING_MAX_KEYS: '6',
      INKLING_MAX_PROJECTS: '7',
      INKLING_MAX_REPORTS: '0',
      INKLING_MAX_BYTES: '50000000000',
    };
    assert.deepEqual(parse(['--port', '81'], environment), {
      host: '0.0.0.0',
      port: 81,
      publicUrl: 'https://inkling.example',
      registration: 'closed',
      rateLimit: 0,
      maxContent: 5,
      maxKeys: 6,
      maxProjects: 7,
      maxReports: 0,
      maxBytes: 50_000_000_000,
    });
  });

  for (const [option, value] of [
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', '8e2'],
    ['--port', ''],
    ['--rate-limit', 'none'],
    ['--max-content', '0'],
    ['--max-content', '1MB'],
    ['--max-content', '1048577'],
    ['--max-keys', '-1'],
    ['--max-bytes', '1GB'],
    ['--registration', 'maybe'],
    ['--public-url', 'inkling.example'],
    ['--public-url', 'ftp://inkling.example'],
    ['--public-url', 'https://inkling.example/path'],
    ['--public-url', 'https://ann:secret@inkling.example'],
    ['--public-url', 'http://0.0.0.0:4655'],
    ['--public-url', 'http://[::]:4655'],
    ['--host', ''],
  ] as const) {
    it(`are refused by name rather than mended: ${option} “${value}”`, () => {
      assert.throws(() => parse([`${option}=${value}`]), new RegExp(`option '${option} <[^']+>' argument`));
    });
  }

  it('know which variables are ours, so that a misspelt one is not ignored in silence', () => {
    const environment = {
      INKLING_PORT: '1',
      INKLING_SECRET: 'x',
      INKLING_MAX_REPORT: '5',
      PATH: '/',
      inkling_host: 'a',
    };
    assert.deepEqual(unknownVariables(environment), ['INKLING_MAX_REPORT', 'inkling_host']);
  });

  it('name the variable that is wrong', () => {
    assert.throws(() => parse([], { INKLING_PORT: 'web' }), /from env 'INKLING_PORT'/);
  });
});

describe('the database’s place when none is named', () => {
  const home = join('/home', 'ann');
  const places: [platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, path: string][] = [
    ['linux', {}, join(home, '.local/share/inkling/inkling.sqlite')],
    ['linux', { XDG_DATA_HOME: '/data' }, join('/data/inkling/inkling.sqlite')],
    ['linux', { XDG_DATA_HOME: 'relative' }, join(home, '.local/share/inkling/inkling.sqlite')],
    ['darwin', {}, join(home, 'Library/Application Support/Inkling/inkling.sqlite')],
    ['win32', { LOCALAPPDATA: '/local' }, join('/local/Inkling/inkling.sqlite')],
  ];
  for (const [platform, environment, path] of places) {
    it(`is ${path} on ${platform} with ${JSON.stringify(environment)}`, () => {
      assert.equal(defaultDatabase(platform, environment, home), path);
    });
  }
});
