import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import * as v from 'valibot';
import { parameterSchema } from '../../../../src/service/api/openapi/components.ts';
import { CreateReport, parse, ProjectName } from '../../../../src/service/api/parameters.ts';
import { allows } from '../../../contract/support/documented.ts';

/** Near what a check refuses: blanks, controls, and lengths on either side of a limit. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .tuple(
      fc.constantFrom('', ' ', '\t\n', '\uFEFF', '\0'),
      fc.constantFrom('', 'a', '😀', '\u0085', '\u00A0'),
      fc.integer({ min: 253, max: 257 }),
      fc.constantFrom('', ' ', '\u3000', '\u001F'),
    )
    .map(([before, letter, count, after]) => before + letter.repeat(count) + after),
);

describe('what the document says of a parameter', () => {
  it('is what the service checks of a project’s name', () => {
    const schema = parameterSchema(ProjectName, 'text');
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(v.is(ProjectName, text), allows(schema, text));
      }),
      { numRuns: runs(1000, 100) },
    );
  });

  it('is what the service checks of a report’s fields', () => {
    const schema = parameterSchema(CreateReport, 'json');
    const maybe = fc.option(texts, { nil: null });
    const fields = fc.record(
      {
        content: maybe,
        title: maybe,
        project: maybe,
        privacy: fc.constantFrom(null, 0, 1, 2, 3, -1, 1.5, true),
        password: fc.constantFrom(
          null,
          '',
          'x',
          1,
          '      ',
          'sesam',
          'sesame',
          '\u{1F511}\u{1F511}\u{1F511}',
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (given) => {
        assert.equal(v.is(CreateReport, given), allows(schema, given));
      }),
      { numRuns: runs(2000, 100) },
    );
  });
});

describe('fields', () => {
  it('that are wrong in two ways get the first error only, so that the message stays short', () => {
    assert.throws(() => parse(CreateReport, { content: 'a', project: '\u0007'.repeat(300) }), {
      message: 'project: Use at most 255 characters.',
    });
  });

  it('of megabytes are refused without being split', () => {
    assert.throws(() => parse(CreateReport, { content: 'a', title: '\u{1F41D}'.repeat(256) }), {
      message: 'title: Use at most 255 characters.',
    });
    assert.equal(parse(CreateReport, { content: 'a', title: '\u{1F41D}'.repeat(255) }).title?.length, 510);
  });
});
