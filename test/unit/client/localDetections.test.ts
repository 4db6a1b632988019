import assert from 'node:assert/strict';
import { localDetections } from '../../../src/client/localDetections.ts';
import { detectionOf } from '../../contract/support/fakeDetect.ts';

describe('asking how a text reads that is being edited', () => {
  it('sends it with its document’s name, and hands on what came', async () => {
    const { score, verdict, confidence, reasons, shares, segments } = detectionOf('Some words.').result;
    const result = { score, verdict, confidence, reasons, shares, segments };
    const sent: Request[] = [];
    const detect = localDetections({
      baseUrl: 'http://inkling.test',
      apiKey: () => Promise.resolve('a-key'),
      transport: (request) => {
        sent.push(request);
        return Promise.resolve(Response.json({ data: result }));
      },
    });
    const text = { document: 'file:///pier.md', content: 'Some words.' };
    assert.deepEqual(await detect(text, new AbortController().signal), result);
    const [request] = sent;
    assert.deepEqual(
      [request?.method, request?.url, request?.headers.get('Content-Type')],
      ['POST', 'http://inkling.test/local/detections', 'application/json'],
    );
    assert.deepEqual(await request?.json(), text);
  });

  it('is given up with the editor’s reason', async () => {
    const reason = new Error('typed on');
    const detect = localDetections({
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
