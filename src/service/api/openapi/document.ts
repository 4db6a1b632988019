import * as v from 'valibot';
import { ErrorBody } from '../../../api/errorBody.ts';
import { PageLinks, PageMeta } from '../../../api/lists.ts';
import { MeasuredTexts, ModelDescription, Usage, Used } from '../../../api/service.ts';
import {
  Detection,
  Project,
  Evidence,
  Reason,
  Report,
  ReportSummary,
  Result,
  ResultSummary,
  Segment,
  Shares,
  FalseAlarms,
  Span,
} from '../../../api/report.ts';
import type { ServiceParts } from '../../service.ts';
import { paths } from './operations.ts';
import { componentSchemas, errorResponses, headers } from './components.ts';

/** The service’s OpenAPI 3.1 document, generated from the schemas that parse its requests. */
export function openApiDocument({
  baseUrl,
  maxContentBytes,
}: Pick<ServiceParts, 'baseUrl' | 'maxContentBytes'>) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Inkling',
      version: '1.0.0',
      summary: 'Whether a text reads like AI, sentence by sentence.',
      description: guide(maxContentBytes),
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Reports', description: 'The results of scans.' },
      { name: 'Detections', description: 'Scans that store nothing.' },
      { name: 'Projects', description: 'Named groups of reports.' },
      { name: 'Service', description: 'The models of the service, and the usage of an account.' },
      { name: 'This document', description: 'The OpenAPI document, in JSON.' },
    ],
    security: [{ apiKey: [] }],
    paths: paths(baseUrl),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, issued in the account area of the service (`/account`).',
        },
      },
      headers,
      responses: errorResponses(maxContentBytes),
      schemas: componentSchemas({
        Report,
        CreatedReport: v.object({ ...Report.entries, content: v.exactOptional(Report.entries.content) }),
        Detection: v.object({
          ...Detection.entries,
          content: v.exactOptional(
            v.pipe(
              v.string(),
              v.description('The text extracted from the file, which offsets refer to. Only for files.'),
            ),
          ),
        }),
        ReportSummary,
        ReportPage: pageOf(ReportSummary),
        Project,
        ProjectPage: pageOf(Project),
        PageLinks,
        PageMeta,
        Result,
        ResultSummary,
        Reason,
        Shares,
        FalseAlarms,
        Segment,
        Evidence,
        Span,
        Model: ModelDescription,
        MeasuredTexts,
        Usage,
        Used,
        ErrorBody,
      }),
    },
  };
}

export type OpenApi = ReturnType<typeof openApiDocument>;

function pageOf(item: v.GenericSchema) {
  return v.object({ data: v.array(item), links: PageLinks, meta: PageMeta });
}

/** The rules for all operations, in headings and paragraphs of CommonMark. The only inline markup is `code`. */
const guide = (maxContentBytes: number): string => `## Authentication

Every operation needs an API key, sent as \`Authorization: Bearer <key>\`; only this document is public. A key belongs to one account and can’t see or change the data of another: requests for that data return 404, as if it did not exist.

A key in an address is ignored, because addresses end up in logs.

## Requests

Text is UTF-8. A body is a form (\`application/x-www-form-urlencoded\` or \`multipart/form-data\`) or a JSON object with the same field names, without \`Content-Encoding\`; detections also take several texts, or a file. Numbers are digits in a form and numbers in JSON: \`"1"\` for \`1\` in JSON returns 422. Fields and parameters that are not listed here are ignored.

Nothing is silently corrected: an invalid or repeated parameter returns 422, which names it. \`HEAD\` works wherever \`GET\` does; an unsupported method returns 405 with \`Allow\`. Invalid HTTP, two \`Host\` headers, or an invalid address or \`Host\` returns 400, and the connection is closed. A \`Transfer-Encoding\` other than \`chunked\` returns 501.

With \`Expect: 100-continue\`, the service asks for the body once the key and the length are valid; otherwise it responds at once.

## Responses

Responses are JSON. \`data\` contains the resource or the list; a list also has \`links\` and \`meta\`. Timestamps are RFC 3339 in UTC with milliseconds. Every response has an \`X-Request-Id\`. The service logs it with each failure.

An error has \`message\` for people, \`code\` for programs, and with status 422 \`errors\`, the problems by parameter. Codes never change, but new ones may be added: for an unknown code, use the status.

A request answered with 429 or 503 was not carried out. Retry it after the seconds in \`Retry-After\`. One exception: if the database connection broke while a report was being stored, the report may exist. A retry with the same \`Idempotency-Key\` does not store it twice.

## Paging

\`links.next\` and \`links.prev\` contain a cursor. A cursor costs the same at any depth, and never repeats or skips items when others are added or deleted. Use the links unchanged: a modified cursor, or one from another list, order or account, returns 422. \`page\` jumps to a page by number; past the end, the list is empty.

## Text and offsets

Content is stored exactly as sent, with its line endings, byte order mark and Unicode normal form. Only lone surrogates, which UTF-8 can’t encode, become U+FFFD. Offsets count UTF-16 code units of \`content\`, as strings do in JavaScript, Java and C#; the end is exclusive.

## Limits

Content has at most ${maxContentBytes} bytes in UTF-8; more returns 413. A body can be three times that in a urlencoded form and six times in JSON, with at most 1000 fields. The same limit applies to all texts of one request for detections together. A service may limit the requests per minute of an account, over all its keys: every response then has the remaining requests in \`RateLimit\` and the limit in \`RateLimit-Policy\`, and requests over the limit return 429 with \`Retry-After\`.

A service may also limit the keys, reports and bytes of text of an account. A report over the limit returns 403 with the \`code\` \`quota_exceeded\` until something is deleted.`;
