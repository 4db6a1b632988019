import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { reportDocument } from '../../../../src/report/formats/html.ts';
import { skeletonOf, textOf } from '../markup.ts';
import { hostileReport, mixedReport } from '../samples.ts';
import { english } from '../../../../src/report/words/en.ts';

const context = { host: null, words: english, locale: 'en', timeZone: 'UTC' };

describe('reportDocument', () => {
  it('allows its own style and nothing else', () => {
    const saved = reportDocument(mixedReport(), context);
    const style = /<style>([^]*?)<\/style>/.exec(saved)?.[1] ?? '';
    const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(saved)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(
      policy.replaceAll('&#39;', "'"),
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('carries no script and fetches nothing', () => {
    const tags = skeletonOf(reportDocument(hostileReport(), context)).join('\n');
    assert.doesNotMatch(tags, /<(script|link|img|iframe|object|embed|form|button)\b| src=| on\w+=/i);
    assert.doesNotMatch(reportDocument(mixedReport(), context), /url\((?!#hatch\))|@import/);
  });

  it('is named after its claim and its text, and stays out of search engines', () => {
    const saved = reportDocument(mixedReport(), context);
    const title = /<title>[^<]*<\/title>/.exec(saved)?.[0] ?? '';
    assert.equal(textOf(title), 'Parts of this text read like AI · field-notes.md');
    assert.match(saved, /<meta name="robots" content="noindex" \/>/);
    assert.match(saved, /^<!doctype html>\s*<html lang="en">/);
  });

  it('does not call the reader’s machine the one that analysed the text', () => {
    assert.doesNotMatch(reportDocument(mixedReport(), context), /this machine/);
  });
});
