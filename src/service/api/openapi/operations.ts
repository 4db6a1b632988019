import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CreateReport, DetectText, ListProjects, ListReports, ProjectName } from '../parameters.ts';
import {
  errorRefs,
  parameterSchema,
  propertiesOf,
  response,
  schemaRef,
  type Content,
  type ErrorStatus,
  type Method,
  type Operation,
  type Parameter,
} from './components.ts';
import { maxUploadBytes } from '../../../api/limits.ts';
import { maxObjects } from '../body.ts';
import type { Page } from '../../../api/lists.ts';
import type { ModelDescription, Usage } from '../../../api/service.ts';
import type { Project, ReportSummary, Result } from '../../../api/report.ts';

const key = '-H "Authorization: Bearer $INKLING_API_KEY"';

/** The document's `paths`. The examples are of a service at `baseUrl`. */
export function paths(baseUrl: string): Record<string, Partial<Record<Method, Operation>>> {
  const reports = `${baseUrl}/api/v1/reports`;
  const projects = `${baseUrl}/api/v1/projects`;
  const summary = { ...exampleSummary, url: `${baseUrl}/reports/${exampleSummary.id}` };
  const result = { ...summary.result, ...exampleDetails };
  const report = { ...summary, result, content: exampleFields.content };
  const { language, words, characters, sentences, model } = summary;
  const detection = { language, words, characters, sentences, model, result };
  return {
    '/api/v1/reports': {
      get: operation('Reports', 'listReports', 'List reports', {
        description: 'One page of the reports, without `content`, `segments` and `evidence`.',
        parameters: queryParameters(ListReports),
        responses: {
          200: response('A page of reports.', {
            schema: schemaRef('ReportPage'),
            example: pageOf(reports, summary),
          }),
        },
        errors: [422],
        curl: `-G ${key} \\\n  -d per_page=25 --data-urlencode 'project=Term papers' \\\n  ${reports}`,
      }),
      post: operation('Reports', 'createReport', 'Scan content and create a report', {
        description:
          'Analyses the content and stores the result. Returns the whole report once it is stored; with `Prefer: return=minimal`, without `content`.',
        parameters: createHeaders,
        requestBody: { required: true, content: bodyOf(CreateReport) },
        responses: {
          201: {
            ...response(
              'The report, also at `Location`; without `content` if `return=minimal` was preferred.',
              dataOf(schemaRef('CreatedReport'), report),
              ['Location'],
            ),
            links: { show: linkTo('showReport'), delete: linkTo('deleteReport') },
          },
        },
        errors: [403, 409, 413, 415, 422],
        curl: `${key} \\\n  --data-urlencode content@essay.md -d title=essay.md \\\n  --data-urlencode 'project=Term papers' ${reports}`,
      }),
    },
    '/api/v1/reports/{id}': {
      get: operation('Reports', 'showReport', 'Show a report', {
        description: 'The whole report, with its content, its sentences and the evidence.',
        parameters: [reportId, ifNoneMatch],
        responses: {
          200: response('The report.', dataOf(schemaRef('Report'), report), validator),
          304: response('Unchanged since this `ETag`. There is no body.', undefined, validator),
        },
        errors: [404],
        curl: `${key} \\\n  ${reports}/${report.id}`,
      }),
      delete: operation('Reports', 'deleteReport', 'Delete a report', {
        description: 'Deletes the report permanently. Its project remains, even if empty.',
        parameters: [reportId],
        responses: { 204: deleted },
        errors: [404],
        curl: `-X DELETE ${key} \\\n  ${reports}/${report.id}`,
      }),
    },
    '/api/v1/projects': {
      get: operation('Projects', 'listProjects', 'List projects', {
        description: 'One page of the projects, including empty ones.',
        parameters: queryParameters(ListProjects),
        responses: {
          200: response('A page of projects.', {
            schema: schemaRef('ProjectPage'),
            example: pageOf(projects, exampleProject),
          }),
        },
        errors: [422],
        curl: `-G ${key} \\\n  -d search=paper -d sort_by=project -d sort=asc \\\n  ${projects}`,
      }),
    },
    '/api/v1/projects/{project}': {
      delete: operation('Projects', 'deleteProject', 'Delete a project', {
        description:
          'Deletes the project and all its reports permanently. Percent-encode the name; send the names `.` and `..`, which are special in URLs, with a trailing space: `..%20`.',
        parameters: [projectName],
        responses: { 204: deleted },
        errors: [404],
        curl: `-X DELETE ${key} \\\n  ${projects}/Term%20papers`,
      }),
    },
    '/api/v1/detections': {
      post: operation('Detections', 'detect', 'Analyse texts without storing them', {
        description: `Analyses a text as a scan does and stores nothing: neither the text nor the result. Several texts, at most ${maxObjects}, are a JSON array or JSON Lines (\`application/jsonl\`), and return a list in the same order. The limit for one text applies to all of them together. If one is refused, none is analysed; \`errors\` gives its index, from 0, as in \`2.content\`. As \`multipart/form-data\`, the body may have a \`file\` instead of \`content\`: a Word, OpenDocument, RTF, EPUB or PDF file, whose text is extracted and returned as \`content\`.`,
        requestBody: { required: true, content: detectionBodies() },
        responses: {
          200: response('The result; a list of results if a list was sent.', dataOf(oneOrMany, detection)),
        },
        errors: [413, 415, 422],
        curl: `${key} \\\n  --data-urlencode content@essay.md ${baseUrl}/api/v1/detections`,
      }),
    },
    '/api/v1/models': {
      get: operation('Service', 'listModels', 'List models', {
        description:
          'The models, one for each language, and how high each scores human-written texts. The list is complete, without `links` and `meta`.',
        responses: {
          200: response('The models.', dataOf({ type: 'array', items: schemaRef('Model') }, [exampleModel])),
        },
        curl: `${key} ${baseUrl}/api/v1/models`,
      }),
    },
    '/api/v1/usage': {
      get: operation('Service', 'showUsage', 'Show usage', {
        description: 'How many keys, projects, reports and bytes of text the account has, and its limits.',
        responses: {
          200: response('The usage and the limits.', dataOf(schemaRef('Usage'), exampleUsage)),
        },
        curl: `${key} ${baseUrl}/api/v1/usage`,
      }),
    },
    '/api/v1/openapi.json': {
      get: operation('This document', 'showDocument', 'Show this document', {
        description: 'The OpenAPI 3.1 document of the service. It needs no key. `/docs` shows it as a page.',
        security: [],
        responses: {
          200: response('The document.', {
            schema: { type: 'object', required: ['openapi'] },
            example: { openapi: '3.1.1' },
          }),
        },
        curl: `${baseUrl}/api/v1/openapi.json`,
      }),
    },
  };
}

interface Details extends Pick<
  Operation,
  'description' | 'security' | 'parameters' | 'requestBody' | 'responses'
> {
  /** Statuses besides those of every operation. */
  errors?: ErrorStatus[];
  /** The arguments of an example command for the operation. */
  curl: string;
}

function operation(
  tag: string,
  operationId: string,
  summary: string,
  { errors = [], curl, responses, ...details }: Details,
): Operation {
  const all: ErrorStatus[] = details.security ? [500] : [401, 429, 500, 503];
  return {
    operationId,
    tags: [tag],
    summary,
    ...details,
    responses: { ...responses, ...errorRefs([...all, ...errors]) },
    'x-codeSamples': [{ lang: 'Shell', source: `curl ${curl}` }],
  };
}

const oneDetection = schemaRef('Detection');
const oneOrMany: JsonSchema = { anyOf: [oneDetection, { type: 'array', items: oneDetection }] };

const deleted = response('Deleted. There is no body.');

const createHeaders = [
  parameter(
    'header',
    'Idempotency-Key',
    {
      description:
        'Identifies this scan so that it can be retried safely. For 24 hours, the same key with the same fields returns the first report, and with other fields 422. A response with this header confirms that the key was used.',
      type: 'string',
      pattern: '^[!-~]{1,255}$',
    },
    '0b4a1f3e-9c55-4d0e-8f5c-3a1c5d1f7f10',
  ),
  parameter(
    'header',
    'Prefer',
    { description: '`return=minimal` omits `content` from the response (RFC 7240).', type: 'string' },
    'return=minimal',
  ),
];

const ifNoneMatch = parameter(
  'header',
  'If-None-Match',
  {
    description:
      'The `ETag` of an earlier response (RFC 9110). If neither the report nor its privacy has changed, the response is 304 without the report.',
    type: 'string',
  },
  '"V9Kjx3v7nG1m0Q8cYw2rTA"',
);

/** The headers of a response that clients may cache. */
const validator = ['ETag', 'Cache-Control'];

const id = '01a1fd70-f23b-7c1e-9a4b-3f5d7e9b1c2a';

const reportId = parameter(
  'path',
  'id',
  { description: 'The report’s id.', type: 'string', minLength: 1 },
  id,
);

const projectName = parameter('path', 'project', parameterSchema(ProjectName, 'text'), 'Term papers');

function queryParameters(parameters: v.GenericSchema): Parameter[] {
  return Object.entries(propertiesOf(parameterSchema(parameters, 'text'))).map(([name, schema]) =>
    parameter('query', name, schema),
  );
}

function parameter(
  place: Parameter['in'],
  name: string,
  { description = '', ...schema }: JsonSchema,
  example?: string,
): Parameter {
  const required = place === 'path';
  return { name, in: place, required, description, schema, ...(example !== undefined && { example }) };
}

function bodyOf(fields: v.GenericSchema): Content {
  const form = { schema: parameterSchema(fields, 'text'), example: exampleFields };
  return {
    'application/x-www-form-urlencoded': form,
    'multipart/form-data': form,
    'application/json': { schema: parameterSchema(fields, 'json'), example: exampleFields },
  };
}

function detectionBodies(): Content {
  const example = { content: exampleFields.content };
  const form = { schema: parameterSchema(DetectText, 'text'), example };
  const object = parameterSchema(DetectText, 'json');
  const array: JsonSchema = { type: 'array', items: object, minItems: 1, maxItems: maxObjects };
  return {
    'application/x-www-form-urlencoded': form,
    'multipart/form-data': { schema: withFile(form.schema), example },
    'application/json': { schema: { anyOf: [object, array] }, example: [example] },
    'application/jsonl': {
      schema: {
        type: 'string',
        description: `One JSON object per line, like the items of the \`application/json\` array: 1 to ${maxObjects} lines.`,
      },
      example: `${JSON.stringify(example)}\n`,
    },
  };
}

/** The fields of a form that may contain a file instead of a text. */
function withFile({ properties, ...schema }: JsonSchema): JsonSchema {
  const file: JsonSchema = {
    description: `Instead of \`content\`: a Word (.docx), OpenDocument (.odt), RTF, EPUB or PDF file of at most ${maxUploadBytes / 2 ** 20} MiB. The extension of \`filename\` sets the format.`,
    type: 'string',
    contentMediaType: 'application/octet-stream',
  };
  return {
    ...schema,
    properties: { ...properties, file },
    required: [],
    oneOf: [{ required: ['content'] }, { required: ['file'] }],
  };
}

const exampleFields = {
  content: 'The pier was cold. Nobody minded much.',
  title: 'essay.md',
  project: 'Term papers',
};

/** The body of a response with this data. */
function dataOf(schema: JsonSchema, example: unknown): { schema: JsonSchema; example: unknown } {
  return {
    schema: { type: 'object', properties: { data: schema }, required: ['data'] },
    example: { data: example },
  };
}

/** A link from a new report to an operation on it. */
function linkTo(operationId: string) {
  return {
    operationId,
    parameters: { id: '$response.body#/data/id' },
    description: 'Get or delete the new report.',
  };
}

/** The examples. */

const exampleSummary: ReportSummary = {
  id,
  created_at: '2026-11-21T09:30:00.123Z',
  generated_at: '2026-11-21T09:30:00.131Z',
  title: exampleFields.title,
  project: exampleFields.project,
  privacy: 1,
  url: '',
  language: 'en',
  words: 7,
  characters: 38,
  sentences: 2,
  model: 'inkling-en 1',
  result: {
    score: 0.37,
    verdict: 'uncertain',
    confidence: 'low',
    reasons: [{ code: 'too_short', message: 'Only 7 words of prose; at least 60 are needed for a verdict.' }],
    shares: { human: 1, uncertain: 0, ai: 0 },
  },
};

const exampleDetails: Pick<Result, 'segments' | 'evidence'> = {
  segments: [
    { start: 0, end: 18, score: 0.38 },
    { start: 19, end: 38, score: 0.35 },
  ],
  evidence: [
    {
      feature: 'short_sentences',
      label: 'Short sentences',
      weight: -0.42,
      spans: [{ start: 0, end: 18 }],
    },
  ],
};

const exampleProject: Project = {
  project: exampleFields.project,
  created_at: exampleSummary.created_at,
  reports: 1,
};

const exampleModel: ModelDescription = {
  model: 'inkling-en 1',
  language: 'en',
  false_alarms: [
    {
      kind: 'essays',
      min_words: 60,
      max_words: 149,
      texts: 1200,
      levels: [
        { per_1000: 1, score: 0.98 },
        { per_1000: 5, score: 0.91 },
      ],
    },
  ],
};

const exampleUsage: Usage = {
  keys: { used: 2, limit: 100 },
  projects: { used: 1, limit: 10_000 },
  reports: { used: 12, limit: 100_000 },
  bytes: { used: 48_213, limit: null },
};

function pageOf<Item>(address: string, item: Item): Page<Item> {
  return {
    data: [item],
    links: { first: `${address}?page=1`, last: `${address}?page=1`, prev: null, next: null },
    meta: { current_page: 1, from: 1, to: 1, last_page: 1, per_page: 10, path: address, total: 1 },
  };
}
