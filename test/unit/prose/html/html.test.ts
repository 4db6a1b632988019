import assert from 'node:assert/strict';
import { itReads, marked } from '../checks.ts';

describe('the prose of HTML', () => {
  itReads('html', [
    [
      'a page',
      '<!doctype html>\n<html><head><title>T</title></head>\n<body><p>It rained.</p></body></html>',
      'It rained.',
    ],
    [
      'front matter, as Jekyll has it',
      '---\nlayout: default\ntitle: On the pier, and what was seen there\n---\n<p>It rained.</p>\n',
      'It rained.',
    ],
    [
      'lines of dashes that are no front matter',
      '<p>It rained.</p>\n---\n<p>All day.</p>',
      'It rained.\n\n---\n\nAll day.',
    ],
    ['text without tags', 'It rained.', 'It rained.'],
    ['nothing', '<html><body></body></html>', ''],
    ['scripts', '<p>It rained.</p><script>if (a<b) alert("<p>no</p>")</script>', 'It rained.'],
    ['styles', '<style>p { color: red }</style><p>It rained.</p>', 'It rained.'],
    ['templates', '<template><p>No.</p></template><p>It rained.</p>', 'It rained.'],
    ['code in a block', '<p>It rained.</p><pre><code>let a;</code></pre>', 'It rained.'],
    ['code in a sentence', '<p>Call <code>open</code> first.</p>', 'Call open first.'],
    ['comments', '<p>It <!-- not -->rained.</p>', 'It rained.'],
    ['emphasis within a word', '<p>It <em>re</em>ally <b>rained</b>.</p>', 'It really rained.'],
    ['a drawing in a sentence', '<p>It <svg><text>x</text></svg> rained.</p>', 'It rained.'],
    ['navigation', '<nav><a href="/">Home</a></nav><p>It rained.</p>', 'It rained.'],
    [
      'what is on all pages of a site',
      '<div role="navigation"><div>Home</div> Next »</div><div role="search">Find</div><p>It rained.</p><div role="contentinfo">Made with care.</div>',
      'It rained.',
    ],
    [
      'what stands around the main part of a page',
      '<p>Menu.</p><div class="a" role="main"><div>It rained.</div>All day.</div><p>Previous topic</p>',
      'It rained.\n\nAll day.',
    ],
    ['a main part without words', '<p>It rained.</p><main>{{ more }}</main>', 'It rained.'],
    ['a role that nothing can close', '<p role="navigation">It <img role="main">rained.', 'It rained.'],
    [
      'links of headings to themselves',
      '<h1>The pier<a href="#pier">¶</a></h1><h2>Rain<a>&#35;</a></h2>',
      'The pier\n\nRain',
    ],
    [
      'signatures of functions',
      '<dl><dt><code class="sig-name descname">rain</code>(x)</dt><dd>It rained.</dd><dt>rain</dt><dd>Water.</dd></dl>',
      'It rained.\nrain\nWater.',
    ],
    ['buttons and choices', '<button>Go</button><select><option>A</select><p>It rained.</p>', 'It rained.'],
    ['headings', '<h1>The pier</h1><p>It rained.</p>', 'The pier\n\nIt rained.'],
    ['a list', '<p>Two:</p><ul><li>One.</li>\n<li>Two.</li></ul><p>End.</p>', 'Two:\n\nOne.\nTwo.\n\nEnd.'],
    ['items that are not closed', '<ol><li>One.<li>Two.</ol>', 'One.\nTwo.'],
    ['paragraphs that are not closed', '<p>One.<p>Two.', 'One.\n\nTwo.'],
    ['line breaks', 'Roses<br>Violets<br/><br>End', 'Roses\nViolets\n\nEnd'],
    ['entities', '<p>Tom &amp; Jo&rsquo;s caf&#233; &#x1F30A;.</p>', 'Tom & Jo’s café 🌊.'],
    ['entities without an end', '<p>a &copy b &nope; c & d</p>', 'a © b &nope; c & d'],
    ['white space', '<p>\n  It\t rained\n  all day.\n</p>', 'It rained all day.'],
    ['astral characters and tabs', '<p>🌊 It\train<b>🌊</b>ed</p>', '🌊 It rain🌊ed'],
    ['a table of data', '<p>It rained.</p><table><tr><td>1</td><td>2</td></tr></table>', 'It rained.'],
    ['a table that lays out a page', '<table><tr><td><p>It rained.</p></td></tr></table>', 'It rained.'],
    ['data in a layout', '<table><tr><td>It <br>rained<table><tr><td>1</table></table>', 'It\nrained'],
    ['a list of lists', '<p>It is {{0, 1}, {2, 3}}.</p><? } ?>', 'It is {{0, 1}, {2, 3}}.'],
    ['signs that open no tag', '<p>1 < 2 and 3 > 2</p>', '1 < 2 and 3 > 2'],
    ['attributes that hold tags', '<p title="<b>no</b>">It rained.</p>', 'It rained.'],
    [
      'elements of one’s own',
      '<my-box>It rained.</my-box><my-box>It stopped.</my-box>',
      'It rained.\n\nIt stopped.',
    ],
    [
      'a template without its tags',
      '{% extends "a" %}\n{# No. #}\n<p {% if a > b %}class="x"{% endif %}>Dear {{ name }}, it {{{x}}} rained{{! No }}<?= $a->b ?>.</p>\n<% for a %><p>Yes, { this }.</p>{% comment %}<p>No.</p>{% endcomment %}',
      'Dear, it rained.\n\nYes, { this }.',
    ],
    [
      'tags of a template that nothing closes',
      '<p>It {{ rained {% all.</p><p>Day.</p>',
      'It {{ rained {% all.\n\nDay.',
    ],
    [
      'formulas that a script draws',
      '<script src="tex-mathjax.js"></script><p>Where \\(a < b &amp; {{c}}\\) holds, $$x^2$$ it rained \\[\\frac{1}{2}\\] all day.</p>',
      'Where holds, it rained all day.',
    ],
    [
      'signs that open no formula',
      '<script src="tex-mathjax.js"></script><p>Write \\( and <b>\\)</b> for $$ 5.</p><p>It cost 9 $$.</p>',
      'Write \\( and \\) for $$ 5.\n\nIt cost 9 $$.',
    ],
    [
      'signs of formulas where no script draws them',
      '<p>In a shell, $$ is the process and $$ again is it.</p>',
      'In a shell, $$ is the process and $$ again is it.',
    ],
    ['upper case', '<SCRIPT>x</SCRIPT><P>It rained.</P>', 'It rained.'],
    ['a file cut in the middle of a tag', 'It rained.<br/', 'It rained.'],
    ['text fields', '<p>It rained.</p><textarea>No</textarea>', 'It rained.'],
  ]);

  it('marks a sentence with the tags inside it, and no tag around it', () => {
    const document = '<p>\n  First one. It <b>really</b>\n  rained &amp; blew. Third.\n</p>';
    assert.deepEqual(marked(document, 'html', 'It really rained & blew.'), [
      'It <b>really</b>\n  rained &amp; blew.',
    ]);
  });
});
