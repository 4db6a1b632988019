import assert from 'node:assert/strict';
import { withMeasured } from '../../../../lab/scale/document.ts';

const page = `# Scale

Before.

<!-- measured: words -->

old

<!-- end -->

Between.

<!-- measured: reports -->

kept

<!-- end -->
`;

describe('the measured parts of lab/scale/README.md', () => {
  it('are written anew where they stand; what was not measured, and the prose around, stay', async () => {
    const written = await withMeasured(page, new Map([['words', 'new']]), 'lab/scale/README.md');
    assert.equal(written, page.replace('old', 'new'));
    assert.equal(
      await withMeasured(written, new Map([['words', 'new']]), 'lab/scale/README.md'),
      written,
      'twice',
    );
  });

  it('are refused when the page has no place for them, so that no figure is measured in vain', async () => {
    await assert.rejects(
      withMeasured(page, new Map([['pages', 'x']]), 'lab/scale/README.md'),
      /measured: pages/,
    );
  });
});
