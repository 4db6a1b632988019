import assert from 'node:assert/strict';
import { createLog } from '../../../../src/service/http/log.ts';
import { monitored } from '../../../../src/service/http/monitor.ts';
import type { Service } from '../../../../src/service/service.ts';

describe('what an operator sees', () => {
  let lines: string[];

  beforeEach(() => {
    lines = [];
  });

  function watch(service: Service, ping = () => Promise.resolve()): Service {
    return monitored(service, {
      store: { ping },
      log: createLog({ write: (line) => lines.push(line) }),
      pool: { load: () => ({ waiting: 7, working: 2 }) },
    });
  }

  const get = (service: Service, path: string, init?: RequestInit) =>
    service(new Request(`http://inkling.test${path}`, init));
  const answering = (status: number): Service => {
    return () => Promise.resolve(new Response(null, { status, headers: { 'X-Request-Id': 'the-id' } }));
  };

  it('contains the request’s id, route and status, and nothing that was sent', async () => {
    const service = watch(answering(204));
    await get(service, '/api/v1/projects/my%20secret?api_key=ink_secret', { method: 'DELETE' });
    assert.match(
      lines.join(''),
      /"message":"request","request_id":"the-id","method":"DELETE","route":"\/api\/v1\/projects\/\{project\}","status":204,"ms":/,
    );
    assert.ok(!lines.join('').includes('secret'));
  });

  it('counts requests by route and status, however many names and methods are invented', async () => {
    const service = watch(answering(404));
    for (const path of ['/api/v1/reports/1', '/api/v1/reports/2', '/made/up', '/made/up/2']) {
      await get(service, path);
    }
    await get(service, '/', { method: 'BREW' });
    const text = await (await get(service, '/metrics')).text();
    assert.match(
      text,
      /inkling_http_requests_total\{method="GET",route="\/api\/v1\/reports\/\{id\}",status="404"\} 2/,
    );
    assert.match(text, /inkling_http_requests_total\{method="GET",route="other",status="404"\} 2/);
    assert.match(text, /inkling_http_requests_total\{method="other",route="other",status="404"\} 1/);
    assert.match(text, /inkling_http_request_duration_seconds_count\{method="GET",route="other"\} 2/);
    assert.match(text, /inkling_detector_waiting 7\n/);
    assert.match(text, /inkling_detector_working 2\n/);
  });

  it('says that the process lives, even when the store does not respond', async () => {
    const service = watch(answering(404), () => Promise.reject(new Error('gone')));
    assert.equal((await get(service, '/healthz')).status, 200);
  });

  it('says that it is ready only while the store answers', async () => {
    let isGone = false;
    const service = watch(answering(404), () =>
      isGone ? Promise.reject(new Error('gone')) : Promise.resolve(),
    );
    assert.equal((await get(service, '/readyz')).status, 200);
    isGone = true;
    assert.equal((await get(service, '/readyz')).status, 503);
    assert.match(lines.join(''), /the database does not respond/);
  });

  it('notes a request whose client left as 499, which is no failure of the service', async () => {
    const controller = new AbortController();
    const service = watch(() => {
      controller.abort();
      return Promise.reject(controller.signal.reason as Error);
    });
    await get(service, '/api/v1/reports', { signal: controller.signal });
    assert.match(lines.join(''), /"level":"info".*"status":499/);
  });
});
