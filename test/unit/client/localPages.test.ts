import assert from 'node:assert/strict';
import { createOpenLocalPage } from '../../../src/client/localPages.ts';

describe('asking for the page of a report on this machine', () => {
  const page = { url: 'http://127.0.0.1:1/reports/a', ticketUrl: 'http://127.0.0.1:1/reports/open-t' };
  let sent: Request[];
  const openOver = (answer: Response) =>
    createOpenLocalPage(
      {
        transport: (request) => {
          sent.push(request);
          return Promise.resolve(answer);
        },
        apiKey: () => Promise.resolve('a-key'),
      },
      'http://inkling.test',
    );

  beforeEach(() => {
    sent = [];
  });

  it('names the report so that it survives an address, with the key', async () => {
    assert.deepEqual(await openOver(Response.json({ data: page }, { status: 201 }))('a/b'), page);
    const asked = sent.map(({ method, url, headers }) => [method, url, headers.get('Authorization')]);
    assert.deepEqual(asked, [['POST', 'http://inkling.test/local/reports/a%2Fb/page', 'Bearer a-key']]);
  });

  it('fails as any call does where there is no such report', async () => {
    await assert.rejects(openOver(Response.json({ message: 'x' }, { status: 404 }))('a'), {
      code: 'notFound',
    });
  });
});
