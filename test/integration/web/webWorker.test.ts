import assert from 'node:assert/strict';
import { createClient, type Client } from '../../../src/client/client.ts';
import { openWebRig, type Tab, type WebRig } from '../../rig/webService.ts';

const secret = 'Nobody but the reader of this tab may see the heron that stood in the flooded lane.';
const content = `${secret} ${'The pier was cold and nobody minded much, since the boats had gone out early. '.repeat(20)}`;

/** The service that the extension starts in a browser, model and all, in workers of Chromium. */
describe('the service in a browser', () => {
  let rig: WebRig;
  before(async () => {
    rig = await openWebRig('src/service/webWorker.ts');
  });
  after(() => rig.close());

  const clientOf = ({ transport, apiKey }: Tab): Client =>
    createClient({ transport, baseUrl: 'http://inkling.test', apiKey: () => Promise.resolve(apiKey) });
  const titlesIn = async (client: Client) =>
    (await client.listReports()).items.map(({ title }) => title).sort();

  it('judges a text, and requests only the extension’s own files', async () => {
    const sent: string[] = [];
    rig.browser.context.on('request', (request) => {
      sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    const tab = await rig.openTab('spied');
    const report = await clientOf(tab).scan({ content, title: 'spied', privacy: 1 });
    assert.equal(report.content, content);
    assert.ok(report.result);
    await clientOf(tab).listReports();
    const files = /^\/((page|service-worker)\.js|sqlite3\.wasm|inkling-\w+\.inkmodel|favicon\.ico)?$/;
    assert.deepEqual(
      rig.requests.filter((path) => !files.test(path)),
      [],
    );
    assert.deepEqual(
      sent.filter((each) => !each.startsWith(rig.address) && !each.startsWith('blob:')),
      [],
    );
    assert.deepEqual(rig.browser.strayRequests, []);
    assert.ok(!sent.concat(rig.requests).some((each) => each.includes('heron')));
    await tab.page.close();
  });

  it('judges a French text by the French model, which no English text needs', async () => {
    const tab = await rig.openTab('languages');
    const client = clientOf(tab);
    const before = rig.requests.length;
    const english = await client.scan({ content });
    assert.ok(!rig.requests.slice(before).some((path) => path.includes('-fr.inkmodel')));
    const sentence =
      'Le matin, nous avons marché jusqu’au port, et il y avait encore de la brume sur les bateaux. ';
    const [first, second] = await Promise.all(
      ['a', 'b'].map((title) => client.scan({ title, content: sentence.repeat(12) })),
    );
    assert.deepEqual(
      [english.model, first?.model, second?.model].map((model) => model?.split(' ')[0]),
      ['inkling-en', 'inkling-fr', 'inkling-fr'],
    );
    await tab.page.close();
  });

  it('finds, in live mode too, a source read on a day still to come', async () => {
    const { transport, apiKey, page } = await rig.openTab('live');
    const body = { document: 'letter.md', content: `${content}\n\nMarsh, Tides. Accessed 3 December 2999.` };
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await transport(new Request('http://inkling.test/api/v1/detections', init));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /future_access/);
    await page.close();
  });

  it('shows the same reports in two tabs, survives closing the first, and keeps reports across a reload', async () => {
    const first = await rig.openTab('shared');
    const second = await rig.openTab('shared');
    assert.ok(first.isPermanent && second.isPermanent);
    await clientOf(first).scan({ content, title: 'of the first' });
    await clientOf(second).scan({ content, title: 'of the second' });
    for (const tab of [first, second])
      assert.deepEqual(await titlesIn(clientOf(tab)), ['of the first', 'of the second']);
    const [scanned] = await Promise.all([
      clientOf(second).scan({ content, title: 'under way' }, { idempotencyKey: 'once' }),
      first.page.close(),
    ]);
    assert.equal(scanned.title, 'under way');
    const all = ['of the first', 'of the second', 'under way'];
    assert.deepEqual(await titlesIn(clientOf(second)), all);
    await second.page.reload();
    const reloaded = await rig.openTab('shared', second.page);
    assert.deepEqual(await titlesIn(clientOf(reloaded)), all);
    await reloaded.page.close();
  });

  it('stops what a tab aborts, also where another tab works on it', async () => {
    const first = await rig.openTab('aborted');
    const second = await rig.openTab('aborted');
    for (const tab of [first, second]) {
      const controller = new AbortController();
      const scan = clientOf(tab).scan({ content: content.repeat(300) }, { signal: controller.signal });
      setTimeout(() => {
        controller.abort();
      }, 100);
      await assert.rejects(scan, { name: 'AbortError' });
    }
    assert.deepEqual(await titlesIn(clientOf(first)), []);
    await Promise.all([first, second].map(({ page }) => page.close()));
  });

  it('works in memory and says so if the browser refuses storage', async () => {
    const tab = await rig.openTab('refused', undefined, '/refused');
    assert.equal(tab.isPermanent, false);
    await clientOf(tab).scan({ content, title: 'gone with the tab' });
    assert.deepEqual(await titlesIn(clientOf(tab)), ['gone with the tab']);
    await tab.page.close();
  });
});
