import assert from 'node:assert/strict';
import { localCalls } from '../../../src/client/local.ts';
import { detectionOf } from '../../contract/support/fakeDetect.ts';

describe('asking how a text reads that is being edited', () => {
  it('sends the text with its document’s name, and returns the analysis without evidence', async () => {
    const detection = detectionOf('Some words.');
    const { evidence, ...result } = detection.result;
    assert.ok(evidence.length > 0);
    const sent: Request[] = [];
    const { detectEdited: detect } = localCalls({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: (request) => {
        sent.push(request);
        return Promise.resolve(Response.json({ data: detection }));
      },
    });
    const text = { document: 'file:///pier.md', content: 'Some words.' };
    assert.deepEqual(await detect(text, new AbortController().signal), { ...detection, result });
    const [request] = sent;
    assert.deepEqual(
      [request?.method, request?.url, request?.headers.get('Content-Type')],
      ['POST', 'http://inkling.test/api/v1/detections', 'application/json'],
    );
    assert.deepEqual(await request?.json(), text);
  });

  it('is given up with the editor’s reason', async () => {
    const reason = new Error('typed on');
    const { detectEdited: detect } = localCalls({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: ({ signal }) => {
        signal.throwIfAborted();
        return Promise.resolve(Response.json({}));
      },
    });
    await assert.rejects(detect({ document: 'd', content: '' }, AbortSignal.abort(reason)), reason);
  });
});

describe('asking for the page of a report on this machine', () => {
  const page = { url: 'http://127.0.0.1:1/reports/a', ticketUrl: 'http://127.0.0.1:1/reports/open-t' };
  let sent: Request[];
  const openOver = (answer: Response) =>
    localCalls({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: (request) => {
        sent.push(request);
        return Promise.resolve(answer);
      },
    }).openLocalPage;

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
