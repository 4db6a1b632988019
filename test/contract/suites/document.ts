import assert from 'node:assert/strict';
import type { JsonSchema } from '@valibot/to-json-schema';
import fc from 'fast-check';
import { runs } from '../../runs.ts';
import type { Parameter } from '../../../src/service/api/openapi/components.ts';
import {
  allows,
  document,
  expectDocumented,
  operations,
  validatorAt,
  type DocumentedOperation,
} from '../support/documented.ts';
import { call, expectRefused, expectStatus, scan, type Answer } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';

/** The service does what its OpenAPI document says: random requests made from it, every answer held against it. */
export function documentSuite(subject: () => Subject): void {
  it('shows the document to everyone', async () => {
    const answer = expectStatus(await call(subject(), '/api/v1/openapi.json', { key: null }), 200);
    assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/);
    assert.deepEqual(JSON.parse(answer.text), JSON.parse(JSON.stringify(document)));
  });

  it('takes at each address the methods that the document lists, and no others', async () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const answer = expectRefused(await call(subject(), path.replace(/{\w+}/, 'x'), { method: 'PUT' }), 405);
      const listed = Object.keys(item).map((method) => method.toUpperCase());
      const allowed = answer.headers.get('Allow')?.split(', ') ?? [];
      assert.deepEqual(allowed.filter((method) => method !== 'HEAD').sort(), listed.sort());
    }
  });

  for (const operation of operations.filter(({ requestBody }) => !requestBody)) {
    it(`answers any ${operation.operationId} as the document says`, async function () {
      this.timeout(180_000); // durable stores take their time on a busy disk
      await fc.assert(
        fc.asyncProperty(addressed(operation), async (given) => {
          const { existing, ...values } = given;
          const path = existing ? await made(subject(), operation) : {};
          const parameters = { ...values, ...path } as Record<string, string | undefined>;
          const answer = await send(subject(), operation, parameters);
          expectDocumented(operation, answer);
          const allowed = (operation.parameters ?? []).every((parameter) => isAllowed(parameter, parameters));
          if (existing && allowed) assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
          if (!allowed)
            assert.ok([404, 422].includes(answer.status), `${answer.status} to what is not allowed`);
          if (allowed && answer.status === 422) {
            assert.ok(parameters['cursor'] !== undefined, `refused what is allowed: ${answer.text}`);
          }
        }),
        { numRuns: runs(subject().isMain ? 2500 : 50, subject().isMain ? 200 : 10) },
      );
    });

    it(`answers ${operation.operationId} without a key as the document says`, async () => {
      const answer = await call(subject(), operation.path.replace(/{\w+}/, 'x'), {
        method: operation.method.toUpperCase(),
        key: null,
      });
      expectDocumented(operation, answer);
    });
  }

  for (const operation of operations) {
    const { operationId, method, path, requestBody, responses } = operation;
    for (const mediaType of Object.keys(requestBody?.content ?? {})) {
      it(`answers any ${operationId} in ${mediaType} as the document says`, async () => {
        // The lines of JSON Lines are what an array holds.
        const described = mediaType === jsonLines ? 'application/json' : mediaType;
        const validate = validatorAt('paths', path, method, 'requestBody', 'content', described, 'schema');
        const { schema = {} } = requestBody?.content[described] ?? {};
        const [success] = Object.keys(responses).map(Number);
        await fc.assert(
          fc.asyncProperty(bodies(schema, mediaType).map(withoutFile), async (given) => {
            const answer = await call(subject(), path, { method: 'POST', ...bodyOf(given, mediaType) });
            expectDocumented(operation, answer);
            const asSent = mediaType.includes('json')
              ? given
              : numbersRead(asForm(given as Record<string, unknown>, mediaType));
            const expected = validate(asSent) ? success : 422;
            assert.equal(answer.status, expected, answer.text);
          }),
          { numRuns: runs(25, subject().isMain ? 25 : 5) },
        );
      });
    }
  }
}

/** No value of a field is a file: `test/serve/upload.test.ts` sends them. */
function withoutFile(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'file'));
}

const jsonLines = 'application/jsonl';

function bodyOf(given: unknown, mediaType: string): Parameters<typeof call>[2] {
  if (mediaType === 'application/json') return { json: given };
  if (mediaType === jsonLines) {
    const lines = (given as unknown[]).map((line) => `${JSON.stringify(line)}\r\n`);
    return { body: lines.join(''), headers: { 'Content-Type': jsonLines } };
  }
  const body = mediaType === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(given as object)) body.append(name, String(value));
  return { body };
}

/** The lines of a multipart form end in CRLF, whatever they were (HTML, constructing the form data set). */
function asForm(given: Record<string, unknown>, mediaType: string): Record<string, unknown> {
  if (mediaType !== 'multipart/form-data') return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\r\n|\r|\n/g, '\r\n') : value,
    ]),
  );
}

/** As the service reads a form, which has text alone. */
function numbersRead(given: Record<string, unknown>): Record<string, unknown> {
  const { privacy } = given;
  return typeof privacy === 'string' && /^[0-9]$/.test(privacy)
    ? { ...given, privacy: Number(privacy) }
    : given;
}

/** Parameters of an operation, most of them allowed; `existing` asks for the path of something that is there. */
function addressed({ parameters = [] }: DocumentedOperation) {
  const values = parameters.map(({ name, schema, required }): [string, fc.Arbitrary<string | undefined>] => {
    const value = fc.oneof(
      { weight: 5, arbitrary: fitting(schema).map(String) },
      { weight: 1, arbitrary: strange },
    );
    return [name, required ? value : fc.option(value, { nil: undefined })];
  });
  return fc.record({
    ...Object.fromEntries(values),
    existing: parameters.some((parameter) => parameter.in === 'path') ? fc.boolean() : fc.constant(false),
  });
}

/** A body: one object, or several where the media type holds them. */
function bodies(schema: JsonSchema, mediaType: string): fc.Arbitrary<unknown> {
  const [one, many] = schema.anyOf ?? [schema];
  assert.ok(typeof one === 'object');
  if (typeof many !== 'object') return fields(one, mediaType);
  const several = fc.array(fields(one, 'application/json'), { maxLength: 4 });
  return mediaType === jsonLines ? several : fc.oneof(fields(one, mediaType), several);
}

/** The fields of a body; one of them may be anything. */
function fields({ properties = {} }: JsonSchema, mediaType: string): fc.Arbitrary<Record<string, unknown>> {
  const wrong = mediaType === 'application/json' ? fc.jsonValue() : strange;
  const entries = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: wrong }),
  ]);
  return fc.record(Object.fromEntries(entries), { requiredKeys: ['content'] });
}

/** What may be mistaken for something else on its way. */
const strange = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1.0',
    '01',
    '1e3',
    'null',
    'undefined',
    'ASC',
    '../..',
    '%',
    '\0',
    '\ud800',
  ),
  fc.constantFrom(
    "' OR 1=1 --",
    '"; DROP TABLE reports; --',
    '<script>',
    '\r\nX-Injected: 1',
    'é'.repeat(300),
  ),
);

/** Values that a schema allows, for what the document uses of JSON Schema. */
function fitting(schema: JsonSchema | boolean): fc.Arbitrary<unknown> {
  assert.ok(typeof schema === 'object');
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') {
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 2 ** 31) });
  }
  assert.equal(schema.type, 'string', `no values for ${JSON.stringify(schema)}`);
  return texts(schema).filter((text) => allows(schema, text));
}

function texts({ pattern, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  const any = fc.string({ unit: 'binary', maxLength });
  return pattern === undefined ? any : fc.oneof(fc.stringMatching(new RegExp(pattern, 'u')), any);
}

/** The path parameter of something that the operation will find. */
async function made(subject: Subject, { path }: DocumentedOperation): Promise<Record<string, string>> {
  const { id, project } = await scan(subject, { project: 'made' });
  return path.includes('{id}') ? { id } : { project: project ?? '' };
}

function send(
  subject: Subject,
  { method, path, parameters = [] }: DocumentedOperation,
  given: Record<string, string | undefined>,
): Promise<Answer> {
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = given[parameter.name];
    if (parameter.in === 'query' && value !== undefined) query.append(parameter.name, value);
  }
  const filled = path.replace(/{(\w+)}/, (_, name: string) => inPath(given[name] ?? ''));
  return call(subject, `${filled}?${query}`, { method: method.toUpperCase() });
}

/** `.` and `..` are steps in a URL, whatever their spelling. */
function inPath(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/^\.{1,2}$/, '$&%20');
}

function isAllowed({ name, schema }: Parameter, given: Record<string, string | undefined>): boolean {
  const value = given[name];
  if (value === undefined) return true;
  const read = schema.type === 'integer' && String(Number(value)) === value ? Number(value) : value;
  return allows(schema, read) && !(name === 'cursor' && given['page'] !== undefined);
}
