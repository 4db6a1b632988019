import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { openApiDocument } from '../../../../../src/service/api/openapi/document.ts';
import { referencePage, referencePolicy } from '../../../../../src/service/api/openapi/reference.ts';
import { operations } from '../../../../contract/support/documented.ts';

const pageAt = (baseUrl: string) => referencePage(openApiDocument({ baseUrl, maxContentBytes: 12_345 }));

describe('the reference at /docs', () => {
  const page = pageAt('https://inkling.test');

  it('shows every operation with a command to try it', () => {
    for (const { operationId, method, path } of operations) {
      const section = page.split(`id="${operationId}"`)[1]?.split('</section>')[0] ?? '';
      assert.ok(section.includes(`<b>${method.toUpperCase()}</b> ${path}`), operationId);
      assert.match(section, /<code>curl [^<]*https:\/\/inkling\.test\/api\/v1\//, operationId);
    }
  });

  it('leads nowhere that there is not', () => {
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    assert.ok(anchors.length > 30);
    for (const anchor of anchors) assert.ok(page.includes(`id="${anchor}"`), anchor);
    assert.equal(new Set(page.match(/ id="[^"]+"/g)).size, page.match(/ id="[^"]+"/g)?.length);
  });

  it('names the limits that this service has', () => {
    assert.match(page, /at most 12345 bytes/);
  });

  it('runs and fetches nothing, and its policy allows its own style alone', () => {
    assert.doesNotMatch(page, /<script|<link|<img|@import|url\(|\son\w+=/i);
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    assert.match(referencePolicy, /^default-src 'none';/);
    assert.ok(referencePolicy.includes(`style-src 'sha256-${hash}'`));
    assert.doesNotMatch(referencePolicy, /unsafe|script-src|\*/);
  });

  it('escapes an address, whatever is in it', () => {
    assert.doesNotMatch(pageAt('https://x.test/<script>alert(1)</script>'), /<script/);
  });
});
