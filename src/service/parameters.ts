import * as v from 'valibot';
import { directions, pageSizes, projectSortKeys, reportSortKeys } from '../api/lists.ts';
import { Privacy } from '../api/report.ts';

/** The parameters of the six operations. Nothing is silently corrected: what is not allowed is named. */

const Text = v.pipe(
  v.string('Give it once, as text.'),
  v.transform((text) => text.toWellFormed()),
);

/** Characters as a reader counts them: Unicode code points. */
const atMost = (most: number) =>
  v.check(
    (text: string) => text.length <= most || Array.from(text).length <= most,
    `Use at most ${most} characters.`,
  );

/** A project's name wherever it is given, in a field, a query or a path. */
export const ProjectName = v.pipe(
  Text,
  v.trim(),
  v.nonEmpty("A project's name can't be blank."),
  atMost(255),
  v.check((name) => !/\p{Cc}/u.test(name), "A project's name can't hold control characters."),
);

const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null);

export const CreateReport = v.pipe(
  v.object({
    content: v.pipe(
      v.nullish(Text, ''),
      v.check((content) => content.trim() !== '', "Send the text to analyse; it can't be blank."),
    ),
    title: orNull(v.pipe(Text, atMost(255))),
    project: orNull(ProjectName),
    privacy: v.nullish(
      v.pipe(
        v.picklist([0, 1, 2, '0', '1', '2'], 'Choose 0 (public), 1 (private) or 2 (password).'),
        v.transform(Number),
        Privacy,
      ),
      1,
    ),
    password: v.nullish(Text, ''),
  }),
  v.forward(
    v.partialCheck(
      [['privacy'], ['password']],
      ({ privacy, password }) => privacy !== 2 || password !== '',
      'Privacy 2 needs a password.',
    ),
    ['password'],
  ),
  v.transform((report) => ({ ...report, password: report.privacy === 2 ? report.password : null })),
);

function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.picklist(options, `Choose ${options.join(' or ')}.`);
}

const perPageValues = pageSizes.map(String);

/** What both lists take. A page that JavaScript can't count to is refused, not rounded. */
const paging = {
  sort: v.optional(oneOf(directions), 'desc'),
  per_page: v.optional(
    v.pipe(v.picklist(perPageValues, `Choose one of ${perPageValues.join(', ')}.`), v.transform(Number)),
    '10',
  ),
  page: v.optional(
    v.pipe(
      v.string('Give it once.'),
      v.regex(/^[1-9]\d{0,12}$/, 'Give a whole number from 1.'),
      v.transform(Number),
    ),
  ),
  cursor: v.optional(v.string('Give it once.')),
};

export const ListReports = v.object({
  project: orNull(ProjectName),
  sort_by: v.optional(oneOf(reportSortKeys), 'id'),
  ...paging,
});

export const ListProjects = v.object({
  search: orNull(Text),
  search_by: v.optional(oneOf(['project']), 'project'),
  sort_by: v.optional(oneOf(projectSortKeys), 'created_at'),
  ...paging,
});
