import assert from 'node:assert/strict';
import fc from 'fast-check';
import { extractProse } from '../../../../src/prose/extract.ts';
import { toDocumentRanges } from '../../../../src/text/ranges.ts';
import { assertLiteral } from '../checks.ts';

type Cell = Record<string, unknown>;

function notebook(cells: Cell[], indent?: number): string {
  return JSON.stringify({ cells, metadata: {}, nbformat: 4 }, null, indent);
}

function proseOf(document: string): string | undefined {
  return extractProse(document, 'ipynb')?.text;
}

describe('the prose of a notebook', () => {
  it('is what its Markdown cells say, not its code nor what that printed', () => {
    const document = notebook([
      { cell_type: 'markdown', source: ['# The pier\n', '\n', 'It *rained*\n', 'all day.'] },
      { cell_type: 'code', source: ['# not here'], outputs: [{ data: { 'text/markdown': ['nor here'] } }] },
      { cell_type: 'raw', source: 'nor here' },
      { source: 'We stayed at home.', cell_type: 'markdown', attachments: { source: 'nor here' } },
    ]);
    assert.equal(proseOf(document), 'The pier\n\nIt rained all day.\n\nWe stayed at home.');
  });

  it('reads the cells of worksheets, as notebooks held them before', () => {
    const cells = [{ cell_type: 'markdown', source: ['It rained.'] }];
    assert.equal(proseOf(JSON.stringify({ worksheets: [{ cells }] })), 'It rained.');
  });

  it('decodes JSON’s escapes, and maps the rest to its place', () => {
    const document =
      '{"cells":[{"cell_type":"markdown","source":["It \\"rained\\" \\ud83c\\udf0a caf\\u00e9s\\ta 🌊 \\\\\\\\."]}]}';
    const prose = extractProse(document, 'ipynb')!;
    assert.equal(prose.text, 'It "rained" 🌊 cafés\ta 🌊 \\.');
    assertLiteral(document, prose);
    const start = prose.text.indexOf('caf');
    assert.deepEqual(
      toDocumentRanges(prose, start, start + 'cafés'.length).map((range) =>
        document.slice(range.start, range.end),
      ),
      ['caf\\u00e9s'],
    );
  });

  it('gives the cells before the place where a file is broken', () => {
    const document = notebook([{ cell_type: 'markdown', source: ['It rained.'] }]);
    assert.equal(proseOf(`${document.slice(0, -29)}, {"source": ["It st`), 'It rained.');
  });

  it('is empty if there is none', () => {
    for (const document of [
      '',
      '[]',
      '{}',
      '"It rained."',
      notebook([]),
      notebook([{ cell_type: 'markdown' }]),
    ]) {
      assert.equal(proseOf(document), '', document);
    }
  });

  it('is read at any depth, so that no file ends the reader', () => {
    assert.equal(proseOf('['.repeat(1_000_000)), '');
    assert.equal(proseOf('{"cells":[{"source":'.repeat(50_000)), '');
  });

  it('never returns a place that lacks the words, for any cells', function () {
    this.timeout(60_000);
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom('*a* b\n', '&amp;', '"\\', '\n', '> ', '🌊 '),
    );
    const source = fc.oneof(fc.array(line), line);
    fc.assert(
      fc.property(fc.array(source, { maxLength: 5 }), fc.nat(2), (sources, indent) => {
        const document = notebook(
          sources.map((source) => ({ cell_type: 'markdown', source })),
          indent,
        );
        assertLiteral(document, extractProse(document, 'ipynb')!);
      }),
    );
  });
});
