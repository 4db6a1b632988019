import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { judgeEvent } from '../../../src/cli/event/event.ts';
import type { EventSettings } from '../../../src/cli/settings.ts';
import { temporaryFolder } from '../../rig/temporaryFolder.ts';
import { fakeGitHub, json, type FakeGitHub } from './fakeGitHub.ts';
import { inkling } from './run.ts';
import { essay, letter } from './texts.ts';

const repository = { full_name: 'ann/books' };
const written = {
  ...{ node_id: 'I_1', body: essay, author_association: 'CONTRIBUTOR', user: { type: 'User' } },
  labels: [] as { name: string }[],
};
const side = { repo: repository };
const pull = { ...written, node_id: 'PR_1', head: side, base: side };

describe('inkling event', () => {
  let github: FakeGitHub;
  let file = '';

  let waited: number[] = [];
  const clock = {
    now: () => waited.reduce((sum, milliseconds) => sum + milliseconds, 0),
    wait: (milliseconds: number) => Promise.resolve(void waited.push(milliseconds)),
  };

  beforeEach(async () => {
    waited = [];
    github = await fakeGitHub();
    file = join(temporaryFolder('event'), 'event.json');
  });
  afterEach(() => github.close());

  async function run(
    event: object,
    settings: Partial<EventSettings> = {},
    token = 'secret',
  ): Promise<string> {
    writeFileSync(file, JSON.stringify({ action: 'opened', repository, ...event }));
    const { address } = github;
    const environment = {
      ...{ GITHUB_EVENT_PATH: file, GITHUB_API_URL: address, GITHUB_GRAPHQL_URL: `${address}/graphql` },
      ...{ GITHUB_TOKEN: token, GITHUB_EVENT_NAME: 'pull_request_target' },
    };
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const said = Promise.all([textOf(stdout), textOf(stderr)]);
    const names = { label: 'reads-like-ai', undisclosedLabel: 'undisclosed' };
    try {
      await judgeEvent(undefined, { ...names, ...settings }, environment, { stdout, stderr }, { clock });
    } finally {
      stdout.end();
      stderr.end();
    }
    return (await said).join('');
  }

  it('labels and comments an issue that reads like AI once, and says that it may be wrong', async () => {
    await run({ issue: written }, { policy: 'https://example.org/ai' });
    assert.deepEqual(github.labelled, ['reads-like-ai']);
    assert.deepEqual(github.changes, [
      ...['addComment I_1', 'create reads-like-ai', 'addLabelsToLabelable reads-like-ai'],
    ]);
    const [comment] = github.comments;
    assert.match(
      comment!.body,
      /^<!-- inkling I_1 -->\n\*\*The text of this issue reads like AI\.\*\* Of 1,000 /,
    );
    assert.match(comment!.body, /\*\*This may be wrong\.\*\*/);
    assert.match(comment!.body, /policy: <https:\/\/example\.org\/ai>/);
    assert.match(comment!.body, /### Towards AI\n[^]*### Towards a person\n/);
  });

  it('updates its comment, withdraws what no longer holds, and leaves others’ comments alone', async () => {
    const marker = '<!-- inkling I_1 -->\n';
    github.comments = [
      ...['Nice', `${marker}mallory’s`].map((body, i) => ({ id: `X_${i}`, body, viewerDidAuthor: false })),
      { id: 'own', body: `${marker}old`, viewerDidAuthor: true },
    ];
    github.labels = ['reads-like-ai', 'undisclosed'];
    await run({ issue: written, action: 'edited' });
    assert.deepEqual(github.changes, ['updateIssueComment own', 'addLabelsToLabelable reads-like-ai']);
    github.changes = [];
    const labels = [{ name: 'reads-like-ai' }, { name: 'bug' }];
    await run({ issue: { ...written, body: letter, labels }, action: 'edited' });
    assert.deepEqual(github.changes, ['updateIssueComment own', 'removeLabelsFromLabelable reads-like-ai']);
    assert.match(github.comments[2]!.body, /Nothing is reported now/);
    assert.deepEqual([github.comments.length, github.labelled], [3, []]);
  });

  it('says undisclosed only if the template asks and no box is checked', async () => {
    github.pullTemplates = ['- [ ] I used AI\n'];
    await run({ pull_request: { ...pull, body: `${essay}\r\n- [x] I used AI\r\n` } });
    assert.deepEqual(github.changes, []);
    await run(
      { pull_request: { ...pull, body: `${essay}\r\n- [ ] I used AI\r\n` } },
      { undisclosedLabel: 'ask' },
    );
    assert.deepEqual(github.labelled, ['ask']);
    assert.match(
      github.comments[0]!.body,
      /description of this pull request reads[^]*no box for it is ticked/,
    );
  });

  it('comments a discussion, and comments a review without a label on another person’s work', async () => {
    await run({ discussion: { ...written, node_id: 'D_1' } });
    assert.deepEqual(github.changes[0], 'addDiscussionComment D_1');
    github.changes = [];
    await run({ review: { ...written, node_id: 'PRR_1' }, pull_request: pull, action: 'submitted' });
    assert.deepEqual(github.changes, ['addComment PR_1']);
  });

  it('asks and writes nothing for collaborators, bots and what reads like a person; exempts by label', async () => {
    for (const change of [{ author_association: 'MEMBER' }, { user: { type: 'Bot' } }]) {
      assert.match(await run({ issue: { ...written, ...change } }), /^Not judged: /);
      assert.deepEqual(github.requests, []);
    }
    await run({ issue: { ...written, body: letter } });
    await run({ issue: { ...written, labels: [{ name: 'known' }] } }, { exemptLabel: ['known'] });
    await run({ issue: { ...written, body: '' } });
    assert.deepEqual(github.changes, []);
  });

  it('judges what its author hides from it by a comment of ours', async () => {
    await run({ issue: { ...written, body: `<!-- inkling-ignore-file -->\n${essay}` } });
    assert.deepEqual(github.labelled, ['reads-like-ai']);
  });

  it('waits as long as GitHub asks, and comments once though an answer was lost', async () => {
    const past = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };
    const exceeded = { message: 'API rate limit exceeded' };
    github.losesNext = true;
    github.next = [
      (response) => {
        json(response, 403, exceeded, { 'retry-after': '7' });
      },
      (response) => {
        json(response, 403, { message: 'You have exceeded a secondary rate limit.' });
      },
      (response) => {
        json(response, 200, { errors: [{ type: 'RATE_LIMITED', message: 'x' }] }, past);
      },
    ];
    const said = await run({ issue: written });
    assert.deepEqual(waited, [7_000, 60_000, 8_000, 2_000]);
    assert.match(said, /inkling: GitHub: Too many requests\. Wait 7 seconds .* Retrying in 7 s\./);
    assert.equal(github.comments.length, 1);
    assert.deepEqual(github.labelled, ['reads-like-ai']);
  });

  it('says which permission the job lacks', async () => {
    github.next = [
      (response) => {
        json(response, 200, {
          data: { repository: null },
          errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }],
        });
      },
    ];
    await assert.rejects(run({ issue: written }), /^StartError: GitHub: .*not accessible.*“issues: write”/);
    await assert.rejects(run({ issue: written }, {}, ''), /GITHUB_TOKEN is not set/);
  });

  it('has options that the command line checks, and a dry run that needs no token', async () => {
    writeFileSync(file, JSON.stringify({ action: 'opened', repository, issue: written }));
    const dry = await inkling(['event', file, '--dry-run'], join(file, '..'));
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /^reads-like-ai: issue\n<!-- inkling I_1 -->\n/);
    const wrong = await inkling(['event', file, '--policy', 'javascript:1'], join(file, '..'));
    assert.deepEqual([wrong.code, wrong.stderr.includes('--policy')], [2, true]);
  });
});
