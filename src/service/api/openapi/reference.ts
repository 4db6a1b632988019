import { createHash } from 'node:crypto';
import type { JsonSchema } from '@valibot/to-json-schema';
import { html, Html } from '../../../report/view/html.ts';
import { pagePolicy } from '../headers.ts';
import {
  propertiesOf,
  methods,
  type Method,
  type OpenApi,
  type Operation,
  type Response,
} from './jsonSchema.ts';
import { referenceStyle } from './referenceStyle.ts';
import type { ServiceLimits } from '../../service.ts';

export const referencePolicy = pagePolicy(createHash('sha256').update(referenceStyle).digest('base64'));

/** Ours to the last letter, and hashed: not to be escaped. */
const styleElement = new Html(`<style>${referenceStyle}</style>`);

/** The document as a page for reading: no script, nothing fetched. */
export function referencePage(document: OpenApi, guide: readonly Section[]): string {
  const operations = operationsOf(document);
  const schemas = Object.entries(document.components.schemas);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title}: the interface</title>
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <nav aria-label="Contents">
          ${contents(
            'Overview',
            guide.map(({ title }) => [anchorOf(title), title]),
          )}
          ${document.tags.map(({ name }) =>
            contents(
              name,
              operations
                .filter(({ tags }) => tags.includes(name))
                .map(({ operationId, summary }) => [operationId, summary]),
            ),
          )}
          ${contents(
            'Schemas',
            schemas.map(([name]) => [name, name]),
          )}
        </nav>
        <main id="main">
          <h1>${document.info.title}: the interface</h1>
          <p>${document.info.summary} For programs: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
          ${guide.map(
            ({ title, paragraphs }) =>
              html`<h2 id="${anchorOf(title)}">${title}</h2>
                ${paragraphs.map((text) => html`<p>${prose(text)}</p>`)}`,
          )}
          ${document.tags.map(
            ({ name, description }) =>
              html`<h2>${name}</h2>
                <p>${prose(description)}</p>
                ${operations
                  .filter(({ tags }) => tags.includes(name))
                  .map((operation) => operationView(operation, document))}`,
          )}
          <h2>Schemas</h2>
          ${schemas.map(
            ([name, schema]) =>
              html`<h3 id="${name}">${name}</h3>
                ${fieldTable(`Fields of ${name}`, schema)}`,
          )}
        </main>
      </body>
    </html>`.toString();
}

interface Addressed extends Operation {
  path: string;
  method: Method;
}

function operationsOf({ paths }: OpenApi): Addressed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ ...item[method], path, method }] : [])),
  );
}

function contents(title: string, links: [anchor: string, text: string][]): Html {
  return html`<h2>${title}</h2>
    <ul>
      ${links.map(([anchor, text]) => html`<li><a href="#${anchor}">${text}</a></li>`)}
    </ul>`;
}

function operationView(operation: Addressed, { components }: OpenApi): Html {
  const {
    operationId,
    summary,
    description,
    method,
    path,
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const body = requestBody?.content['application/x-www-form-urlencoded'];
  const asFields: JsonSchema = {
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        { ...parameter.schema, description: parameter.description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return html`<section aria-labelledby="${operationId}">
    <h3 id="${operationId}">${summary}</h3>
    <p class="address"><b>${method.toUpperCase()}</b> ${path}</p>
    <p>${prose(description)}</p>
    ${operation['x-codeSamples'].map(({ source }) => html`<pre tabindex="0"><code>${source}</code></pre>`)}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${fieldTable(`Parameters of ${summary}`, asFields)}`
        : undefined
    }
    ${
      body &&
      html`<h4>Fields of the body</h4>
        ${fieldTable(`Fields of ${summary}`, body.schema)}`
    }
    <h4>Answers</h4>
    ${table(
      `Answers to ${summary}`,
      ['Status', 'When', 'Body'],
      Object.entries(responses).map(([status, response]) =>
        answerRow(status, '$ref' in response ? components.responses[lastOf(response.$ref)] : response),
      ),
    )}
    ${Object.values(responses).map((response) => ('$ref' in response ? undefined : exampleView(response)))}
  </section>`;
}

function answerRow(status: string, response: Response | undefined): TableRow {
  const schema = response?.content?.['application/json']?.schema;
  return [status, prose(response?.description ?? ''), schema ? typeOf(schema) : 'none'];
}

function exampleView({ content = {} }: Response): Html[] {
  return Object.values(content).map(
    ({ example }) =>
      html`<details>
        <summary>Example</summary>
        <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
      </details>`,
  );
}

function fieldTable(caption: string, schema: JsonSchema): Html {
  return table(
    caption,
    ['Name', 'Type', 'Meaning'],
    Object.entries(propertiesOf(schema)).map(([name, field]) => [
      name,
      typeOf(field),
      meaningOf(field, schema.required?.includes(name) ?? false),
    ]),
  );
}

type TableRow = readonly [heading: string, ...(Html | string)[]];

function table(caption: string, columns: readonly string[], rows: readonly TableRow[]): Html {
  return html`<div class="wide" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([heading, ...cells]) =>
            html`<tr>
              <th scope="row">${heading}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** `string or null`, `list of Span`, one of some values; schemas by name are links. */
function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, properties, type } = schema;
  if ($ref !== undefined) return html`<a href="#${lastOf($ref)}">${lastOf($ref)}</a>`;
  if (schema.enum) return alternatives(schema.enum.map((value) => html`<code>${literal(value)}</code>`));
  if (anyOf) return alternatives(anyOf.filter((option) => typeof option === 'object').map(typeOf));
  if (typeof items === 'object' && !Array.isArray(items)) return html`list of ${typeOf(items)}`;
  if (properties) {
    return html`${Object.entries(propertiesOf(schema)).map(([name, field]) => html`<code>${name}</code>: ${typeOf(field)}`)}`;
  }
  return html`${type}`;
}

function alternatives(options: Html[]): Html {
  return html`${options.map((option, i) => (i === 0 ? option : html` or ${option}`))}`;
}

function meaningOf(field: JsonSchema, required: boolean): Html {
  const {
    description = field.anyOf
      ?.map((option) => (typeof option === 'object' ? option.description : ''))
      .join(' ') ?? '',
  } = field;
  return html`${prose(description)}${required ? ' Required.' : undefined}${
    field.default === undefined ? undefined : html` Default <code>${literal(field.default)}</code>.`
  }`;
}

/** CommonMark of which only `code` is used. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))}`;
}

/** A value as it is written in a form or a query. */
function literal(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** A part of what holds for every operation. Paragraphs are CommonMark of which only `code` is used. */
interface Section {
  title: string;
  paragraphs: string[];
}

/** What a reader must know before any operation. */
export function guide({ maxContentBytes }: ServiceLimits): Section[] {
  return [
    {
      title: 'Authentication',
      paragraphs: [
        'Every operation needs an API key, sent as `Authorization: Bearer <key>`; only this document is public. A key belongs to one account and can’t see or change anything of another: what is not yours answers 404, like what does not exist.',
        'A key in an address is ignored, because addresses end up in logs.',
      ],
    },
    {
      title: 'Requests',
      paragraphs: [
        'Text is UTF-8. A body is a form (`application/x-www-form-urlencoded` or `multipart/form-data`) or a JSON object with the same field names, without `Content-Encoding`. Numbers are digits in a form and numbers in JSON: `"1"` for `1` in JSON answers 422. Fields and parameters that are not listed here are ignored.',
        'Nothing is silently corrected: an invalid or repeated parameter answers 422 and is named. `HEAD` works wherever `GET` does; an unsupported method answers 405 with `Allow`. Invalid HTTP, two `Host` headers, or an invalid address or `Host` answers 400, and the connection is closed. A `Transfer-Encoding` other than `chunked` answers 501.',
        'With `Expect: 100-continue`, the service asks for the body once the key and the length are valid; otherwise it answers at once.',
      ],
    },
    {
      title: 'Answers',
      paragraphs: [
        'Answers are JSON. `data` contains the resource or the list; a list also has `links` and `meta`. Timestamps are RFC 3339 in UTC with milliseconds. Every answer has an `X-Request-Id`. The service logs its failures under it.',
        'An error has `message` for people, `code` for programs, and with status 422 `errors`, the problems by parameter. Codes never change, but new ones may be added: for an unknown code, go by the status.',
        'A request answered with 429 or 503 was not carried out. Retry it after the seconds in `Retry-After`. One exception: if the database connection broke while a report was being stored, the report may exist. Retried with its `Idempotency-Key`, it is not stored twice.',
      ],
    },
    {
      title: 'Paging',
      paragraphs: [
        '`links.next` and `links.prev` contain a cursor. It costs the same at any depth and neither repeats nor skips items when others are added or deleted. Use the links unchanged: a modified cursor, or one from another list, order or account, answers 422. `page` jumps to a page by number; past the end, the list is empty.',
      ],
    },
    {
      title: 'Text and offsets',
      paragraphs: [
        'Content is stored exactly as sent, with its line endings, byte order mark and Unicode normal form. Only lone surrogates, which UTF-8 can’t encode, become U+FFFD. Offsets count UTF-16 code units of `content`, as strings do in JavaScript, Java and C#; the end is exclusive.',
      ],
    },
    {
      title: 'Limits',
      paragraphs: [
        `Content has at most ${maxContentBytes} bytes in UTF-8; more answers 413. A body can be three times that in a urlencoded form and six times in JSON, with at most 1000 fields. A service may limit the requests per minute of an account, over all its keys: every answer then has the remaining requests in \`RateLimit\` and the limit in \`RateLimit-Policy\`, and requests over the limit answer 429 with \`Retry-After\`.`,
        'A service may also limit the keys, reports and bytes of text of an account. A report over the limit answers 403 with the `code` `quota_exceeded` until something is deleted.',
      ],
    },
  ];
}
