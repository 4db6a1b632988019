import assert from 'node:assert/strict';
import type { ListedProject } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import { pickProject } from '../../src/editor/tree/narrow.ts';
import { eventually, runningApp } from './harness.ts';
import { picking } from './quickPick.ts';
import { projectRow } from './rows.ts';

describe('narrowing the list of reports to a project', function () {
  this.timeout(30_000);
  let app: App;
  let projects: ListedProject[];
  let asked: (string | undefined)[];
  let failure: Error | undefined;

  beforeEach(async () => {
    const running = await runningApp();
    projects = ['bees', 'boats'].map((name) => projectRow(name).project);
    asked = [];
    failure = undefined;
    app = {
      ...running,
      client: {
        ...running.client,
        listProjects: (query) => {
          asked.push(query?.search);
          if (failure) return Promise.reject(failure);
          const items = projects.filter(({ project }) => project.includes(query?.search ?? ''));
          return Promise.resolve({ items, next: null, total: items.length, damaged: 0 });
        },
      },
    };
  });

  it('offers the projects there are, and with one chosen the way back to all', async () => {
    const chosen = await picking(
      async (list) => {
        await eventually(() => list.labels.length === 3);
        assert.deepEqual(list.labels, ['All Reports', 'bees', 'boats']);
        assert.equal(list.activeItems[0]?.label, 'boats', 'the one that is chosen now');
        list.pick('All Reports');
      },
      () => pickProject(app, 'boats'),
    );
    assert.equal(chosen, null);
  });

  it('asks the service for what is typed, once typing pauses, so that it finds one of any number', async () => {
    const chosen = await picking(
      async (list) => {
        list.type('bo');
        list.type('boa ');
        await eventually(() => list.labels.join() === 'boats');
        list.pick('boats');
      },
      () => pickProject(app, null),
    );
    assert.equal(chosen, 'boats');
    assert.deepEqual(asked, [undefined, 'boa']);
  });

  it('shows what was typed last, whichever answer comes last', async () => {
    let answerFirst: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (answerFirst = resolve));
    const client = { ...app.client };
    let first = true;
    app.client.listProjects = async (query, options) => {
      if (first) {
        first = false;
        await late;
        options?.signal?.throwIfAborted();
      }
      return client.listProjects(query, options);
    };
    await picking(
      async (list) => {
        list.type('bees');
        await eventually(() => list.labels.join() === 'bees');
        answerFirst();
        await new Promise((resolve) => setTimeout(resolve, 20));
        assert.deepEqual(list.labels, ['bees']);
        list.escape();
      },
      () => pickProject(app, null),
    );
  });

  it('changes nothing when the user goes away, nor by Enter on nothing', async () => {
    const chosen = await picking(
      (list) => {
        list.pick('a project that is not there');
        list.escape();
        return Promise.resolve();
      },
      () => pickProject(app, 'boats'),
    );
    assert.equal(chosen, undefined);
  });

  it('says why projects can’t be read, first or while typing, and closes the list', async () => {
    failure = new ApiError('offline', 'The service can’t be reached.');
    await assert.rejects(
      picking(
        () => Promise.resolve(),
        () => pickProject(app, null),
      ),
      failure,
    );
    const away = failure;
    failure = undefined;
    await assert.rejects(
      picking(
        async (list) => {
          await eventually(() => list.labels.length === 2);
          failure = away;
          list.type('b');
          await eventually(() => !list.isOpen);
        },
        () => pickProject(app, null),
      ),
      away,
    );
  });
});
