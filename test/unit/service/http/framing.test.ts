import assert from 'node:assert/strict';
import { keepDotSegments } from '../../../../src/service/http/framing.ts';
import { projectInPath } from '../../../../src/service/api/parameters.ts';

describe('a request target', () => {
  for (const [name, targets] of [
    ['.', ['.', '%2e', '%2E']],
    ['..', ['..', '.%2e', '%2E.', '%2e%2E']],
  ] as const) {
    for (const segment of targets) {
      it(`names the project ${name} when it ends in ${segment}, rather than the list above`, () => {
        const { pathname } = new URL(keepDotSegments(`/api/v1/projects/${segment}?x=1`), 'http://a.test');
        assert.equal(pathname, `/api/v1/projects/${segment}%20`);
        assert.equal(projectInPath(pathname), name);
      });
    }
  }

  it('can’t step out of the API by dots', () => {
    const { pathname } = new URL(keepDotSegments('/api/v1/../../account'), 'http://a.test');
    assert.equal(pathname, '/api/v1/..%20/..%20/account');
  });

  for (const same of [
    '/api/v1/projects/...',
    '/api/v1/projects/a.b',
    '/api/v1/projects/.%20',
    '/api/v1/reports?project=/../.',
    '*',
    '/',
  ]) {
    it(`stays ${same} where there is no such segment`, () => {
      assert.equal(keepDotSegments(same), same);
    });
  }
});
