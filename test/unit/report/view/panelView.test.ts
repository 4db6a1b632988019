import assert from 'node:assert/strict';
import { renderFields, renderState } from '../../../../src/report/view/panelView.ts';
import { textOf } from '../markup.ts';
import { english } from '../../../../src/report/words/en.ts';

const render = (fields: Record<string, unknown>, content: string | null = null): string =>
  renderFields(
    { title: 'essay.md', content, fields: content === null ? fields : { ...fields, content } },
    { host: 'api.example.org', actions: ['openPage', 'delete'], words: english },
  );

describe('a report that came without a result', () => {
  it('lists every field that came, as it came, and says that there is no verdict', () => {
    const text = textOf(render({ id: 7, status: 'queued', done: false, tags: ['a', 'b'], note: null }));
    assert.match(text, /essay\.md ·\s+from api\.example\.org/);
    assert.match(text, /no verdict/);
    for (const shown of [
      /id\s+7/,
      /status\s+queued/,
      /done\s+false/,
      /tags\s+\[\s*"a",\s*"b"\s*\]/,
      /note\s+nothing/,
    ])
      assert.match(text, shown);
  });

  it('makes up no score, no share and no colour', () => {
    const markup = render({ id: '1', words: 12 }, 'Some words. And more.');
    assert.doesNotMatch(markup, /class="(s |score-bar|scale|legend|evidence|filter)/);
    assert.doesNotMatch(textOf(markup), /0\.\d|%/);
  });

  it('shows no name backwards, and spells out what would turn a line of values', () => {
    const markup = renderFields(
      { title: 'report\u202Efdp.exe', content: null, fields: { tags: ['a\u202Eb'] } },
      { host: null, actions: [], words: english },
    );
    assert.doesNotMatch(markup, /\u202E/);
    assert.match(textOf(markup), /reportfdp\.exe ·[^]*"a\\u202eb"/);
  });

  it('shows the text once, in its paragraphs', () => {
    const markup = render({ id: '1' }, 'First words.\n\nSecond words.');
    assert.equal(markup.match(/First words/g)?.length, 1);
    assert.match(markup, /<p dir="auto">Second words\.<\/p>/);
  });

  it('escapes whatever came, names of fields too, and cuts what has no end', () => {
    const markup = render({ '<b>': '<script>alert(1)</script>', long: 'x'.repeat(5000) }, '<img src=x>');
    assert.doesNotMatch(markup, /<b>|<script|<img/);
    assert.ok(markup.length < 4500);
  });

  it('shows the start of a value that is too long to be written whole', () => {
    let value: unknown = Array.from({ length: 600_000 }, () => 0);
    for (let depth = 0; depth < 450; depth++) value = [value]; // each item on a line, behind 900 spaces
    assert.match(textOf(render({ id: '1', value })), /value\s+\[\s+\[[^]* …/);
  });
});

describe('renderState', () => {
  it('has one sentence and one button for each state', () => {
    for (const kind of ['loading', 'gone'] as const) {
      const markup = renderState({ kind }, english);
      assert.equal(markup.match(/<h1>/g)?.length, 1);
      assert.equal(markup.match(/<button/g)?.length, 1);
    }
    assert.match(renderState({ kind: 'gone' }, english), /data-action="close"/);
  });

  it('names the service that keeps a report where another is chosen, and offers to use that one', () => {
    const markup = renderState({ kind: 'elsewhere', host: 'a.test' }, english);
    assert.match(textOf(markup), /stored on a\.test/);
    assert.match(markup, /data-action="useService"/);
  });

  it('says what failed in the words it is given, and offers to try again', () => {
    const markup = renderState({ kind: 'failed', message: 'No answer from <b>host</b>.' }, english);
    assert.match(textOf(markup), /No answer from <b>host<\/b>\./);
    assert.match(markup, /data-action="retry"/);
  });
});
