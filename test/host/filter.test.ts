import assert from 'node:assert/strict';
import type { ListedProject, ListedReport } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/errors.ts';
import type { App } from '../../src/editor/app.ts';
import { requireVerdictFilter, pickFilteredProject } from '../../src/editor/tree/pickers.ts';
import type { ServiceId } from '../../src/editor/core/reportRef.ts';
import { eventually, runningApp } from './harness.ts';
import { picking } from './quickPick.ts';
import { projectRow, reportRow, result } from './rows.ts';
import { addressOf } from './service.ts';

describe('narrowing the list of reports to a project', () => {
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

  it('offers the existing projects and, with one selected, all reports', async () => {
    const chosen = await picking(
      async (list) => {
        await eventually(() => list.labels.length === 3);
        assert.deepEqual(list.labels, ['All Reports', 'bees', 'boats']);
        assert.equal(list.activeItems[0]?.label, 'boats', 'the one that is chosen now');
        list.pick('All Reports');
      },
      () => pickFilteredProject(app.client, 'boats'),
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
      () => pickFilteredProject(app.client, null),
    );
    assert.equal(chosen, 'boats');
    assert.deepEqual(asked, [undefined, 'boa']);
  });

  it('uses the typed text at Enter, before the service has answered and after', async () => {
    for (const isFast of [true, false]) {
      const chosen = await picking(
        async (list) => {
          await eventually(() => list.labels.length === 2);
          list.type('boa');
          if (!isFast) await eventually(() => list.labels.join() === 'boats');
          list.pressEnter();
        },
        () => pickFilteredProject(app.client, null),
      );
      assert.equal(chosen, 'boats');
    }
  });

  it('shows the last typed search, whichever answer arrives last', async () => {
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
      () => pickFilteredProject(app.client, null),
    );
  });

  it('changes nothing when the user dismisses it, or presses Enter on nothing', async () => {
    const chosen = await picking(
      (list) => {
        list.pick('a project that is not there');
        list.escape();
        return Promise.resolve();
      },
      () => pickFilteredProject(app.client, 'boats'),
    );
    assert.equal(chosen, undefined);
  });

  it('says why projects can’t be read, first or while typing, and closes the list', async () => {
    failure = new ApiError('offline', 'The service can’t be reached.');
    await assert.rejects(
      picking(
        () => Promise.resolve(),
        () => pickFilteredProject(app.client, null),
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
        () => pickFilteredProject(app.client, null),
      ),
      away,
    );
  });
});

describe('filtering the list of reports by verdict', () => {
  it('is reported as unsupported if the service rejects it, or ignores it', async () => {
    const running = await runningApp();
    const all = [reportRow('1', null, { result }), reportRow('2', null)].map(({ report }) => report);
    const asking = (service: ServiceId, answer: App['client']['listReports']): Promise<void> =>
      requireVerdictFilter({ service, client: { ...running.client, listReports: answer } }, 'ai');
    const other = addressOf('https://a.example');
    const refusal = { name: 'UserError', message: /^a\.example can’t filter reports by verdict/ };
    await assert.rejects(
      asking(other, () => Promise.reject(new ApiError('invalid', 'verdict?'))),
      refusal,
    );
    const answering = (items: ListedReport[]) => () =>
      Promise.resolve({ items, next: null, total: null, damaged: 0 });
    await assert.rejects(asking(other, answering(all)), refusal);
    await asking(other, answering(all.slice(0, 1)));
    const away = new ApiError('offline', 'Away.');
    await assert.rejects(
      asking(other, () => Promise.reject(away)),
      away,
    );
    await asking(null, () => Promise.reject(away));
  });
});
