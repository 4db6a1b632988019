import * as v from 'valibot';
import { directions, pageSizes, projectSortKeys, reportSortKeys } from '../../api/lists.ts';
import { isPagePassword, minPagePasswordLength } from '../../api/limits.ts';
import { Privacy, verdicts } from '../../api/report.ts';
import { invalidEncoding, invalidFields, notFound } from './problem.ts';

/**
 * The parameters of the operations. Invalid values are reported, never corrected. The metadata appears in the
 * OpenAPI document. Where the converter can't read a check, the metadata contains JSON Schema keywords (`pattern`),
 * and a test compares both.
 */

export const wellFormed = v.transform((text: string) => text.toWellFormed());
const Text = v.pipe(v.string('Send it once, as text.'), wellFormed);

/** Limits characters as a reader counts them: Unicode code points, which JSON Schema also counts. */
const atMost = (most: number) =>
  v.check(
    // Avoids splitting a text of megabytes: a code point has at most two code units.
    (text: string) => text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most),
    `Use at most ${most} characters.`,
  );

/** Parts of patterns. `printable` excludes control characters; `visible` also excludes white space. */
const printable = '[^\\u0000-\\u001F\\u007F-\\u009F]';
const visible = '[^\\s\\u0000-\\u001F\\u007F-\\u009F]';

/** A project's name, wherever it is given: in a field, a query or a path. */
export const ProjectName = v.pipe(
  Text,
  v.trim(),
  v.nonEmpty('A project name can’t be blank.'),
  atMost(255),
  v.check((name) => !/\p{Cc}/u.test(name), 'A project name can’t contain control characters.'),
  v.metadata({
    description: 'A project name: 1 to 255 characters after trimming, no control characters.',
    pattern: `^\\s*${visible}(${printable}{0,253}${visible})?\\s*$`,
    examples: ['Term papers'],
  }),
);

const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null);

const noContent = "Send the text to analyse; it can't be blank.";

const contentToAnalyse = (description: string) =>
  v.pipe(
    v.string(noContent),
    wellFormed,
    v.check((content) => content.trim() !== '', noContent),
    v.metadata({ description, pattern: '\\S', examples: ['The pier was cold. Nobody minded much.'] }),
  );

/** A text that is analysed without being stored. */
export const DetectText = v.object({ content: contentToAnalyse('The text to analyse.') }, noContent);

export const CreateReport = v.pipe(
  v.object(
    {
      content: contentToAnalyse('The text to analyse, stored exactly as sent.'),
      title: orNull(
        v.pipe(
          Text,
          atMost(255),
          v.metadata({
            description: 'A name for the report, usually that of a file; at most 255 characters.',
            maxLength: 255,
            examples: ['essay.md'],
          }),
        ),
      ),
      project: orNull(
        v.pipe(
          ProjectName,
          v.description(
            'The project of the report: 1 to 255 characters after trimming, no control characters. A new name creates the project.',
          ),
        ),
      ),
      privacy: v.nullish(
        v.pipe(v.picklist([0, 1, 2], 'Choose the number 0 (public), 1 (private) or 2 (password).'), Privacy),
        1,
      ),
      password: orNull(
        v.pipe(
          Text,
          v.metadata({
            description: `The password of the report’s page: at least ${minPagePasswordLength} characters, not only spaces. Required with privacy 2, otherwise ignored and not stored.`,
            format: 'password',
            examples: ['correct horse battery staple'],
          }),
        ),
      ),
    },
    noContent,
  ),
  v.forward(
    v.partialCheck(
      [['privacy'], ['password']],
      ({ privacy, password }) => privacy !== 2 || isPagePassword(password ?? ''),
      `Privacy 2 needs a password of at least ${minPagePasswordLength} characters, not only spaces.`,
    ),
    ['password'],
  ),
  v.metadata({
    if: { properties: { privacy: { const: 2 } }, required: ['privacy'] },
    then: {
      properties: { password: { type: 'string', minLength: minPagePasswordLength, pattern: '\\S' } },
      required: ['password'],
    },
  }),
  v.transform((report) => ({ ...report, password: report.privacy === 2 ? report.password : null })),
);

function oneOf<const Options extends readonly string[]>(options: Options, description: string) {
  return v.pipe(v.picklist(options, `Choose ${options.join(' or ')}.`), v.description(description));
}

const perPageValues = pageSizes.map(String);

/** The largest page number that JavaScript represents exactly. A larger one is refused, not rounded. */
const lastPage = 9_999_999_999_999;
const wholeNumber = 'Send a whole number from 1.';

/** The parameters of both lists. */
const paging = {
  sort: v.optional(oneOf(directions, 'The direction: descending or ascending.'), 'desc'),
  per_page: v.optional(
    v.pipe(
      v.picklist(perPageValues, `Choose one of ${perPageValues.join(', ')}.`),
      v.transform(Number),
      v.picklist(pageSizes),
      v.metadata({ type: 'integer', description: 'Maximum number of items per page.' }),
    ),
    '10',
  ),
  page: v.optional(
    v.pipe(
      v.string('Send it once.'),
      v.regex(/^[1-9]\d*$/, wholeNumber),
      v.transform(Number),
      v.number(),
      v.integer(wholeNumber),
      v.maxValue(lastPage, `Send a page number up to ${lastPage}.`),
      v.metadata({
        description:
          'The page number, from 1 (default: 1, without a cursor). A page past the end is empty. Can’t be combined with `cursor`.',
        minimum: 1,
      }),
    ),
  ),
  cursor: v.optional(
    v.pipe(
      v.string('Send it once.'),
      v.description(
        'The cursor from `links.next` or `links.prev`. Valid only for the same list in the same order. Can’t be combined with `page`.',
      ),
    ),
  ),
};

export const ListReports = v.object({
  project: orNull(v.pipe(ProjectName, v.description('Only reports of the project with exactly this name.'))),
  sort_by: v.optional(oneOf(reportSortKeys, 'Sort by date created, date generated or score.'), 'id'),
  verdict: orNull(oneOf(verdicts, 'Only reports with this verdict.')),
  ...paging,
});

export const ListProjects = v.object({
  search: orNull(
    v.pipe(
      Text,
      v.metadata({
        description:
          'Only projects whose name contains this, ignoring case. `%`, `_` and `\\` have no special meaning.',
        examples: ['paper'],
      }),
    ),
  ),
  search_by: v.optional(oneOf(['project'], 'Field to search: the name.'), 'project'),
  sort_by: v.optional(oneOf(projectSortKeys, 'Sort by date created or name.'), 'created_at'),
  ...paging,
});

/** The undecoded path, in which `%2F` in a name is not a separator. */
export function rawPath(request: Request): string {
  return new URL(request.url).pathname;
}

/**
 * The project named by a path's last segment. The name is trimmed like every project name, so `..%20` names the
 * project `..`. A URL parser would resolve its plain forms (`..`, `%2E%2E`) to the parent folder.
 * @throws Problem 404 when it can't be a project's name.
 */
export function projectInPath(path: string): string {
  try {
    return v.parse(ProjectName, decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)));
  } catch {
    throw notFound();
  }
}

/** Parameters by name. */
export type Fields = Record<string, unknown>;

/** @throws Problem 422 for bytes that are not UTF-8, because decoding would change the text. */
export function readQuery(url: string): Fields {
  const { search, searchParams } = new URL(url);
  const fields = [...searchParams];
  requireUtf8(search, fields.flat().join(''), 'query');
  return fieldsOf(fields);
}

/**
 * Requires that all escapes of an urlencoded text are UTF-8. Decoding turns invalid ones into U+FFFD.
 * @throws Problem 422 that names the field.
 */
export function requireUtf8(encoded: string, decoded: string, field: string): void {
  const sent = encoded.match(/%EF%BF%BD|\uFFFD/gi)?.length;
  const read = decoded.match(/\uFFFD/g)?.length;
  if (sent !== read) throw invalidEncoding(field);
}

/** @throws Problem 422 that names every invalid parameter. */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  fields: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fields, { abortPipeEarly: true });
  if (!parsed.success) throw invalidFields(parsed.issues);
  return parsed.output;
}

/** Fields that are numbers, which forms send as digits. */
const numericFields = new Set(['privacy']);

/**
 * The fields of a query or form. A repeated field becomes an array, which every schema rejects. A numeric field that
 * is not a whole number in JSON's notation stays text, which its schema rejects.
 */
export function fieldsOf(entries: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, sent] of entries) {
    const isNumber = numericFields.has(name) && typeof sent === 'string' && /^(0|[1-9]\d*)$/.test(sent);
    const value = isNumber ? Number(sent) : sent;
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
  }
  return Object.fromEntries(fields);
}
