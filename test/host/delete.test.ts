import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import type { Selection } from '../../src/editor/core/items.ts';
import { deleteSelection } from '../../src/editor/tree/delete.ts';
import { UserError } from '../../src/editor/userError.ts';
import { cancelling, runningApp } from './harness.ts';
import { projectRow, reportRow } from './rows.ts';

interface Asked {
  message: string;
  detail: string;
}

describe('deleting several rows', () => {
  const { showWarningMessage, showInformationMessage } = vscode.window;
  let app: App;
  let asked: Asked[];
  let answer: string | undefined;
  let informed: string[];
  let gone: string[];
  let closed: string[];
  let changes: number;
  /** What the service says to a deletion; it does as it is told otherwise. */
  let refuse: (name: string, signal: AbortSignal | undefined) => Promise<void>;

  const remove = async (name: string, signal: AbortSignal | undefined): Promise<void> => {
    await refuse(name, signal);
    gone.push(name);
  };
  const run = (chosen: Omit<Selection, 'service'>): Promise<void> =>
    deleteSelection(app, { service: null, ...chosen }, () => changes++);
  const reports = (...ids: string[]): Selection['reports'] => ids.map((id) => reportRow(id, null).report);

  beforeEach(async () => {
    const running = await runningApp();
    app = {
      ...running,
      clientOf: () => ({
        ...running.client,
        deleteReport: (id, options) => remove(id, options?.signal),
        deleteProject: (name, options) => remove(name, options?.signal),
      }),
      marks: { ...running.marks, forget: () => undefined },
      reports: {
        ...running.reports,
        close: ({ id }) => closed.push(id),
        closeProject: (_service, name) => closed.push(name),
      },
    };
    [asked, informed, gone, closed, changes, answer] = [[], [], [], [], 0, 'Delete'];
    refuse = () => Promise.resolve();
    Object.assign(vscode.window, {
      showWarningMessage: (message: string, { detail = '' }: vscode.MessageOptions) => {
        asked.push({ message, detail });
        return Promise.resolve(answer);
      },
      showInformationMessage: (message: string) => {
        informed.push(message);
        return Promise.resolve(undefined);
      },
    });
  });
  afterEach(() => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
  });

  it('asks once, names what will be deleted, and closes its panels', async () => {
    await run({ projects: [projectRow('bees').project, projectRow('boats').project], reports: reports('1') });
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.message, 'Delete 2 projects and 1 report?');
    assert.match(asked[0].detail, /^bees, boats, Report 1\.\nThis permanently deletes their reports \(6\)\./);
    assert.deepEqual(gone, ['bees', 'boats', '1']);
    assert.deepEqual(closed, ['bees', 'boats', '1']);
    assert.equal(changes, 1);
  });

  it('names a few of many and counts the others', async () => {
    await run({ projects: [], reports: reports(...'a b c d e f g h i j k'.split(' ')) });
    assert.equal(asked[0]?.message, 'Delete 11 reports?');
    assert.match(asked[0].detail, /Report h and 3 more\.\n/);
  });

  it('touches nothing when the user says no', async () => {
    answer = undefined;
    await run({ projects: [], reports: reports('1', '2') });
    assert.deepEqual([gone, changes], [[], 0]);
  });

  it('counts as done what another window has deleted already', async () => {
    refuse = (id) => (id === '1' ? Promise.reject(new ApiError('notFound', 'Gone.')) : Promise.resolve());
    await run({ projects: [], reports: reports('1', '2') });
    assert.deepEqual(closed, ['1', '2']);
  });

  it('continues after a refused deletion, and names what is left and why', async () => {
    refuse = (id) =>
      id === '2' ? Promise.reject(new ApiError('server', 'The service failed.')) : Promise.resolve();
    await assert.rejects(run({ projects: [], reports: reports('1', '2', '3') }), (error) => {
      assert.ok(error instanceof UserError);
      assert.equal(
        error.message,
        '"Report 2" could not be deleted. Everything else was deleted. The service failed.',
      );
      return true;
    });
    assert.deepEqual(gone, ['1', '3']);
    assert.equal(changes, 1);
  });

  it('stops when the service is away, says how many are still there, and tries those again when asked', async () => {
    const away = new ApiError('offline', "The service can't be reached.");
    refuse = (id) => (id === '1' ? Promise.resolve() : Promise.reject(away));
    let tried = 0;
    const once = refuse;
    refuse = (id, signal) => (tried++, once(id, signal));
    const failure = await run({ projects: [], reports: reports('1', '2', '3', '4') }).catch(
      (error: unknown) => error,
    );
    assert.ok(failure instanceof UserError);
    assert.equal(failure.message, "3 of 4 were not deleted. The service can't be reached.");
    assert.equal(tried, 2);
    refuse = () => Promise.resolve();
    await failure.actions[0]?.run();
    assert.deepEqual(gone, ['1', '2', '3', '4']);
    assert.equal(asked.length, 1, 'what was confirmed is not asked again');
  });

  it('gives the reason why a single deletion failed', async () => {
    const away = new ApiError('offline', "The service can't be reached.");
    refuse = () => Promise.reject(away);
    await assert.rejects(run({ projects: [], reports: reports('1') }), away);
  });

  it('can be stopped, and says how far it came', async () => {
    refuse = (id, signal) =>
      id === '1'
        ? Promise.resolve()
        : new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          });
    const { cancelled } = await cancelling(() => run({ projects: [], reports: reports('1', '2', '3') }));
    assert.ok(cancelled);
    assert.deepEqual(gone, ['1']);
    assert.deepEqual(informed, ['Stopped. 1 of 3 were deleted.']);
    assert.equal(changes, 1);
  });
});
