import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ApiError, type ApiErrorCode } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import { messageOf, showError, withRetry } from '../../src/editor/errors.ts';
import { UserError } from '../../src/editor/userError.ts';
import { cancelling, runningApp } from './harness.ts';
import { pressing } from './service.ts';

/** The buttons that help, for each failure of a service that was chosen. */
const helpful: Record<ApiErrorCode, string[]> = {
  unauthorised: ['Set API Key', 'Choose Service'],
  notFound: [],
  invalid: [],
  tooLarge: [],
  rateLimited: ['Retry', 'Use This Machine'],
  refused: [],
  server: ['Retry', 'Use This Machine'],
  badAnswer: ['Choose Service'],
  redirected: ['Choose Service'],
  offline: ['Retry', 'Use This Machine', 'Choose Service'],
  certificate: ['Open Settings', 'Use This Machine'],
  proxy: ['Open Settings', 'Use This Machine'],
  timeout: ['Retry', 'Use This Machine'],
  unavailable: [],
  workerDied: [],
};
const codes = Object.keys(helpful) as ApiErrorCode[];

describe('an error', () => {
  let running: App;
  let remote: App;

  before(async () => {
    running = await runningApp();
    remote = {
      ...running,
      selectedService: { address: 'https://detector.example' } as unknown as App['selectedService'],
    };
  });

  for (const code of codes) {
    it(`of a service (${code}) leads to what helps, and to the log`, async () => {
      const [shown] = await pressing('', () =>
        showError(remote, new ApiError(code, 'It failed.'), () => Promise.resolve()),
      );
      assert.equal(shown?.kind, 'error');
      assert.equal(shown.message, 'It failed.');
      assert.deepEqual(shown.buttons, [...helpful[code], 'Show Log']);
    });
  }

  it('of this machine’s own service offers no other service', async () => {
    const [shown] = await pressing('', () =>
      showError(running, new ApiError('offline', 'It failed.'), () => Promise.resolve()),
    );
    assert.deepEqual(shown?.buttons, ['Show Log']);
  });

  it('of a network that requires a sign-in offers no setting, because none would help', async () => {
    const [shown] = await pressing('', () =>
      showError(remote, new ApiError('proxy', 'Sign in.', { status: 511 })),
    );
    assert.deepEqual(shown?.buttons, ['Use This Machine', 'Show Log']);
  });

  it('that is unexpected refers to the log, and shows no internals', async () => {
    const [shown] = await pressing('Show Log', () => showError(running, new TypeError('x is undefined')));
    assert.equal(shown?.message, 'Something went wrong in Inkling. See the log.');
  });

  it('is not shown when the user cancelled', async () => {
    assert.deepEqual(await pressing('', () => showError(running, new vscode.CancellationError())), []);
  });

  it('of the button that was to help is shown in its turn', async () => {
    const error = new UserError('The first.', [
      { title: 'Help', run: () => Promise.reject(new UserError('The second.')) },
    ]);
    const shown = await pressing('Help', () => showError(running, error));
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['The first.', 'The second.'],
    );
  });

  describe('that another try may mend', () => {
    /** @param errors of the tries, in order; the one after them succeeds. */
    async function tries(errors: Error[]): Promise<number> {
      let count = 0;
      await pressing('Retry', () =>
        withRetry(remote, () => {
          const error = errors[count++];
          return error ? Promise.reject(error) : Promise.resolve();
        }),
      );
      return count;
    }

    it('is tried again as often as the user presses Retry', async () => {
      assert.equal(await tries([new ApiError('timeout', 'Late.'), new ApiError('server', 'Broken.')]), 3);
    });

    it('is tried no sooner than the service asked for, and says how long that is', async () => {
      const { withProgress } = vscode.window;
      const waits: (string | undefined)[] = [];
      const noting: typeof withProgress = (options, task) => {
        waits.push(options.title);
        return withProgress(options, task);
      };
      Object.assign(vscode.window, { withProgress: noting });
      try {
        assert.equal(await tries([new ApiError('rateLimited', 'Wait.', { retryAfter: 1 })]), 2);
      } finally {
        Object.assign(vscode.window, { withProgress });
      }
      assert.deepEqual([...new Set(waits)], ['Inkling: retrying in 1 seconds']);
    });

    it('is not tried when the user cancels the wait', async () => {
      let count = 0;
      const { cancelled } = await cancelling(async () => {
        count = await tries([new ApiError('rateLimited', 'Wait.', { retryAfter: 60 })]);
      });
      assert.deepEqual([cancelled, count], [true, 1]);
    });

    it('is not offered if the wait is too long, or the action may already be done', async () => {
      assert.equal(await tries([new ApiError('rateLimited', 'Wait.', { retryAfter: 301 })]), 1);
      assert.equal(await tries([new ApiError('timeout', 'Late.', { mayBeDone: true })]), 1);
    });
  });

  describe('in German', () => {
    const ofEnglish = Object.getOwnPropertyDescriptors(vscode.l10n);
    before(() => {
      const file = join(running.context.extensionPath, 'l10n/bundle.l10n.de.json');
      const german = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      Object.defineProperties(vscode.l10n, {
        bundle: { configurable: true, get: () => german },
        t: { configurable: true, value: (message: string) => german[message] ?? message },
      });
    });
    after(() => {
      Object.defineProperties(vscode.l10n, ofEnglish);
    });

    for (const code of codes) {
      it(`says ${code} in the reader’s language, and the client’s particulars behind it`, () => {
        const said = messageOf(new ApiError(code, 'The host example.org is away.'));
        assert.doesNotMatch(said.replace(/\(.*\)$/, ''), /\b(the|service|was)\b/i, said);
        const isWhole = ['unauthorised', 'notFound', 'workerDied'].includes(code);
        assert.equal(said.endsWith('(The host example.org is away.)'), !isWhole, said);
      });
    }
  });
});
