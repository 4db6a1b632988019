import assert from 'node:assert/strict';
import { eventTextIn } from '../../../../src/cli/event/github.ts';

const repository = { full_name: 'ann/books' };
const issue = {
  node_id: 'I_1',
  body: 'Text',
  author_association: 'NONE',
  user: { type: 'User' },
  labels: [{ name: 'bug' }],
};
const pull = (head: unknown) => ({
  ...{ ...issue, node_id: 'PR_1', head: { repo: head }, base: { repo: repository } },
});
const read = (event: object) =>
  eventTextIn(JSON.stringify({ action: 'opened', repository, ...event }), 'e.json');

describe('the text of an event', () => {
  it('is that of the issue, discussion or pull request', () => {
    assert.deepEqual(read({ issue }), {
      ...{ kind: 'issue', text: 'Text', id: 'I_1', subject: 'I_1', repository: 'ann/books', labels: ['bug'] },
      ...{ association: 'NONE', isByBot: false, isNew: true, isFromFork: false },
    });
    assert.equal(read({ discussion: { ...issue, body: null, labels: null } })?.text, '');
    assert.equal(read({ pull_request: pull(repository) })?.kind, 'pull request');
  });

  it('is the review’s own, so that nobody is judged by another person’s words', () => {
    const review = { node_id: 'PRR_1', body: 'Nice', author_association: 'OWNER', user: { type: 'User' } };
    const text = read({ review, pull_request: pull(repository), action: 'submitted' });
    assert.deepEqual(
      [text?.id, text?.subject, text?.text, text?.association],
      ['PRR_1', 'PR_1', 'Nice', 'OWNER'],
    );
  });

  it('is none where somebody only comments, or something else happened', () => {
    assert.equal(read({ issue, comment: { body: 'x' } }), undefined);
    assert.equal(read({ ref: 'refs/heads/main' }), undefined);
  });

  it('knows forks, also those that were deleted', () => {
    const isFromFork = (head: unknown) => read({ pull_request: pull(head) })?.isFromFork;
    assert.deepEqual([repository, { full_name: 'bob/books' }, null].map(isFromFork), [false, true, true]);
  });

  it('names the field that is wrong in a file that is no event', () => {
    assert.throws(() => eventTextIn('{', 'e.json'), /^StartError: e\.json: not valid JSON/);
    assert.throws(
      () => read({ issue: { ...issue, node_id: 5 } }),
      /e\.json: not a GitHub event .*issue\.node_id/,
    );
    assert.throws(() => read({ repository: { full_name: '../../user' } }), /repository\.full_name/);
  });
});
