import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../../../src/service/openapi/document.ts';

const document = openApiDocument({ baseUrl: 'https://inkling.test', limits: { maxContentBytes: 1000 } });

/** The contract's parameters, sections 4.1 to 4.6: written out, so that none is lost unseen. */
const contract = {
  listReports: ['project', 'sort_by=id', 'sort=desc', 'per_page=10', 'page', 'cursor'],
  createReport: [],
  showReport: ['id'],
  deleteReport: ['id'],
  listProjects: [
    'search',
    'search_by=project',
    'sort_by=created_at',
    'sort=desc',
    'per_page=10',
    'page',
    'cursor',
  ],
  deleteProject: ['project'],
  showDocument: [],
};

describe('the OpenAPI document', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

  it('is OpenAPI 3.1, so that tools can read it', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    assert.ok(valid, JSON.stringify(errors));
  });

  it('has every operation with its parameters and defaults', () => {
    const told = operations.map(({ operationId, parameters = [] }) => [
      operationId,
      parameters.map(({ name, schema }) =>
        schema.default === undefined ? name : `${name}=${schema.default}`,
      ),
    ]);
    const byId = Object.fromEntries(told) as Record<string, string[]>;
    assert.deepEqual(Object.keys(byId).sort(), Object.keys(contract).sort());
    for (const [id, parameters] of Object.entries(contract)) {
      assert.deepEqual(byId[id]?.toSorted(), parameters.toSorted(), id);
    }
  });
});
