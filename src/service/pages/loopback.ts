import { createMiddleware } from 'hono/factory';
import type { Environment } from '../api/environment.ts';
import { Problem } from '../api/problem.ts';

const names = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests for another name than this machine's own. A site can let its name resolve to this machine (DNS
 * rebinding), and a browser then lets it read the answers; but it still says that name. The port is not compared: an
 * editor that runs elsewhere may lead here from another one.
 */
export const requireLoopbackName = createMiddleware<Environment>(async (context, next) => {
  if (!names.has(new URL(context.req.url).hostname)) {
    throw new Problem(421, 'These pages are for this machine alone. Open them from the editor.');
  }
  await next();
});
