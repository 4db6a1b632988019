import assert from 'node:assert/strict';
import fc from 'fast-check';
import { html } from '../../../../src/report/view/html.ts';
import { textOf } from '../markup.ts';

describe('html', () => {
  it('escapes what could end a text or an attribute', () => {
    const value = `<b a="1" b='2'>&amp;`;
    assert.equal(
      html`<i title="${value}">${value}</i>`.toString(),
      '<i title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;</i>',
    );
  });

  it('keeps its own markup, joins lists, and skips undefined', () => {
    const names = ['a', 'b'].map((name) => html`<b>${name}</b>`);
    assert.equal(html`<p>${names}${undefined}${7}</p>`.toString(), '<p><b>a</b><b>b</b>7</p>');
  });

  it('keeps any text readable and unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const markup = html`<p>${value}</p>`.toString();
        assert.equal(markup.indexOf('<', 1), markup.length - '</p>'.length);
        assert.equal(textOf(markup), value);
      }),
    );
  });

  it('shows control characters as replacement characters', () => {
    assert.equal(html`${'a\u0000b\u001Bc\uD800d\te\n'}`.toString(), 'a\uFFFDb\uFFFDc\uFFFDd\te\n');
  });
});
