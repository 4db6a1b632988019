import assert from 'node:assert/strict';
import type { JsonSchema } from '@valibot/to-json-schema';
import { Ajv2020, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument, type OpenApi } from '../../../src/service/api/openapi/document.ts';
import { methods, type Method, type Operation } from '../../../src/service/api/openapi/components.ts';
import type { Answer } from './http.ts';
import { baseUrl, maxContentBytes } from './testService.ts';

/** What the test service must say of itself. */
export const document = openApiDocument({ baseUrl, maxContentBytes });

export interface DocumentedOperation extends Operation {
  method: Method;
  path: string;
}

export const operations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => (item[method] ? [{ ...item[method], method, path }] : [])),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(closed(JSON.parse(JSON.stringify(document))) as OpenApi, 'document');

/** Checks the schema at this place in the document, whose objects have no properties but those it lists. */
export function validatorAt(...pointer: string[]): ValidateFunction {
  const escaped = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const found = ajv.getSchema(`document#/${escaped.join('/')}`);
  assert.ok(found, `the document has nothing at ${pointer.join(' ')}`);
  return found;
}

/** Checks that the document lists this answer of an operation: its status, headers, media type and body. */
export function expectDocumented({ method, path, responses }: DocumentedOperation, answer: Answer): void {
  const { status, headers, text } = answer;
  const listed = responses[status];
  assert.ok(listed, `${method} ${path} answered ${status}, which is not documented: ${text.slice(0, 300)}`);
  const at =
    '$ref' in listed ? listed.$ref.slice(2).split('/') : ['paths', path, method, 'responses', `${status}`];
  const name = at.at(-1) ?? '';
  const response = '$ref' in listed ? document.components.responses[name] : listed;
  assert.ok(response);
  for (const [header, { $ref }] of Object.entries(response.headers)) {
    const sent = headers.get(header);
    const { schema, required } = document.components.headers[$ref.split('/').at(-1) ?? ''] ?? {};
    if (sent === null) {
      assert.equal(required, false, `${status} without ${header}`);
      continue;
    }
    const value = schema?.type === 'integer' ? Number(sent) : sent;
    assert.ok(schema && allows(schema, value), `${header}: ${sent}`);
  }
  if (!response.content) {
    assert.equal(text, '');
    return;
  }
  const mediaType = headers.get('Content-Type')?.replace(/;.*/, '') ?? '';
  assert.ok(response.content[mediaType], `${status} with ${mediaType}`);
  const validate = validatorAt(...at, 'content', mediaType, 'schema');
  assert.ok(validate(JSON.parse(text)), `${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`);
}

/** Whether the document allows this value. */
export function allows(schema: JsonSchema, value: unknown): boolean {
  return ajv.compile(schema as SchemaObject)(value);
}

/** The same with every object in an answer closed, so that a field that leaks out is seen. */
function closed(value: unknown, inAnswers = false): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item, inAnswers));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    closed(inner, inAnswers || name === 'responses' || name === 'schemas'),
  ]);
  return {
    ...(Object.fromEntries(entries) as object),
    ...(inAnswers && 'properties' in value ? { additionalProperties: false } : {}),
  };
}
