import { bearerAuth } from 'hono/bearer-auth';
import { Hono, type Context } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { v4 } from 'uuid';
import { releaseReservation } from './api/body.ts';
import type { Environment } from './api/environment.ts';
import { createBudgets } from './api/byteBudget.ts';
import { securityHeaders } from './api/headers.ts';
import { detectionRoutes } from './api/detections.ts';
import { openApiRoutes } from './api/openapi/reference.ts';
import { rawPath } from './api/parameters.ts';
import { isFailure, notFound, Problem, problemOf, unauthorized } from './api/problem.ts';
import { projectRoutes } from './api/projects.ts';
import { limitRate } from './api/rateLimit.ts';
import { contentLimits, localRoutes, reportRoutes } from './api/reports.ts';
import type { Service, ServiceParts } from './service.ts';
import type { Store } from './store/store.ts';
import { digestOfKey } from './account/apiKey.ts';

/** The service behind `/api/v1` (docs/api.md): authentication, operations, and responses for all failures. */
export function createService(parts: ServiceParts): Service {
  const app = new Hono<Environment>({ getPath: rawPath });

  // Hono's default generator needs a secure context in browsers.
  app.use(requestId({ generator: () => v4() }));
  app.use(securityHeaders, releaseReservation);
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        const allow = methods.join(', ');
        const message = `Method not allowed. Allowed: ${allow}.`;
        return respond(context, new Problem(405, message, { headers: { Allow: allow } }));
      },
    }),
  );
  app.route('/', openApiRoutes(parts));
  app.use('/api/v1/*', requireKey(parts.store));
  if (parts.rateLimit) app.use('/api/v1/*', limitRate(parts.rateLimit));
  const budgets = createBudgets();
  app.route('/api/v1/reports', reportRoutes(parts, budgets));
  app.route('/api/v1/projects', projectRoutes(parts));
  app.route('/api/v1/detections', detectionRoutes(parts, budgets));
  app.get('/api/v1/models', async (context) => context.json({ data: await parts.models() }));
  app.get('/api/v1/usage', async (context) =>
    context.json({ data: await parts.store.usageOf(context.var.account) }),
  );

  if (parts.local) {
    app.use('/local/*', requireKey(parts.store));
    app.route('/local', localRoutes(parts.local, contentLimits(parts.maxContentBytes, budgets.bodies)));
  }
  parts.pages?.(app, parts, budgets);

  app.notFound((context) => respond(context, notFound()));
  app.onError((error, context) => {
    if (context.env.signal.aborted) throw context.env.signal.reason;
    const problem = problemOf(error);
    if (isFailure(problem, error)) parts.log(context.var.requestId, error);
    return respond(context, problem);
  });

  return async (request, address = 'unknown') => {
    const { signal } = request;
    signal.throwIfAborted();
    return app.fetch(request, { signal, address });
  };
}

function respond(context: Context, { body, status, headers }: Problem): Response {
  return context.json(body, status, headers);
}

const refused = {
  message: (): never => {
    throw unauthorized();
  },
};

/** Accepts a request with an account's key as a Bearer token (RFC 6750); answers 401 otherwise. */
const requireKey = (store: Pick<Store, 'accountOfKey'>) =>
  bearerAuth<Environment>({
    verifyToken: async (key, context) => {
      // Keys are looked up by digest, so the response time reveals nothing about the key.
      const account = await store.accountOfKey(digestOfKey(key));
      if (account !== null) context.set('account', account);
      return account !== null;
    },
    noAuthenticationHeader: refused,
    invalidAuthenticationHeader: refused,
    invalidToken: refused,
  });
