import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { allows, document, operations, validatorAt } from '../../../../contract/support/documented.ts';

/** The parameters of the contract (docs/api.md): written out, so that none is lost unseen. */
const contract: Record<string, string[]> = {
  detect: ['content*'],
  listModels: [],
  showUsage: [],
  createReport: ['Idempotency-Key', 'Prefer', 'content*', 'title', 'project', 'privacy=1', 'password'],
  listReports: ['project', 'verdict', 'sort_by=id', 'sort=desc', 'per_page=10', 'page', 'cursor'],
  showReport: ['If-None-Match', 'id*'],
  deleteReport: ['id*'],
  listProjects: [
    'search',
    'search_by=project',
    'sort_by=created_at',
    'sort=desc',
    'per_page=10',
    'page',
    'cursor',
  ],
  deleteProject: ['project*'],
  showDocument: [],
};

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, so that tools can read it', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
    assert.ok(valid, JSON.stringify(errors));
  });

  it('has every operation with its parameters, what is required and the defaults', () => {
    const told = operations.map(({ operationId, parameters = [], requestBody }) => {
      const form = requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {};
      const fields = Object.entries(form.properties ?? {}).map(([name, schema]) => ({
        name,
        required: form.required?.includes(name) ?? false,
        schema: typeof schema === 'object' ? schema : {},
      }));
      const names = [...parameters, ...fields].map(({ name, required, schema }) =>
        schema.default === undefined
          ? name + (required ? '*' : '')
          : `${name}=${JSON.stringify(schema.default).replaceAll('"', '')}`,
      );
      return [operationId, names.sort()];
    });
    const expected = Object.entries(contract).map(([id, names]) => [id, names.toSorted()]);
    assert.deepEqual(Object.fromEntries(told), Object.fromEntries(expected));
  });

  it('shows examples that its own schemas allow', () => {
    let shown = 0;
    for (const { path, method, parameters = [], requestBody, responses } of operations) {
      for (const { name, schema, example } of parameters) {
        if (example !== undefined) assert.ok(allows(schema, example), `${method} ${path} ${name}`);
      }
      const bodies: [string[], Record<string, { example?: unknown }> | undefined][] = [
        [['requestBody'], requestBody?.content],
        ...Object.entries(responses).map(([status, response]): (typeof bodies)[number] => [
          ['responses', status],
          'content' in response ? response.content : undefined,
        ]),
      ];
      for (const [at, content = {}] of bodies) {
        for (const [mediaType, { example }] of Object.entries(content)) {
          const validate = validatorAt('paths', path, method, ...at, 'content', mediaType, 'schema');
          assert.ok(
            validate(example),
            `${method} ${path} ${at.join(' ')}: ${JSON.stringify(validate.errors)}`,
          );
          shown++;
        }
      }
    }
    for (const [name, { content = {} }] of Object.entries(document.components.responses)) {
      const validate = validatorAt('components', 'responses', name, 'content', 'application/json', 'schema');
      assert.ok(validate(content['application/json']?.example), name);
      shown++;
    }
    assert.ok(shown > 10);
  });

  it('allows new error codes, so that today’s clients keep working', () => {
    const example = { message: 'Too much.', code: 'not_thought_of_yet' };
    assert.ok(validatorAt('components', 'schemas', 'ErrorBody')(example));
  });

  it('has one schema for the report that a create answers, with and without its content', () => {
    const at = ['paths', '/api/v1/reports', 'post', 'responses', '201', 'content', 'application/json'];
    const created = operations.find(({ operationId }) => operationId === 'createReport')?.responses['201'];
    const body = created && 'content' in created ? created.content['application/json'] : undefined;
    assert.match(JSON.stringify(body?.schema), /"data":\{"\$ref":"#\/components\/schemas\/CreatedReport"\}/);
    assert.ok(body);
    const { data } = body.example as { data: Record<string, unknown> };
    const { content, ...minimal } = data;
    const validate = validatorAt(...at, 'schema');
    assert.ok(validate({ data: { ...minimal, content } }) && validate({ data: minimal }));
    assert.ok(!validate({ data: { content } }));
  });

  it('says of every field what it means', () => {
    const silent = Object.entries(document.components.schemas).flatMap(([schemaName, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, told]) => !/"(description|\$ref)":"./.test(JSON.stringify(told)))
        .map(([name]) => `${schemaName}.${name}`),
    );
    assert.deepEqual(silent, []);
  });
});
