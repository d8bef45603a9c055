import Router from '@koa/router';
import Koa from 'koa';
import type { Next } from 'koa';
import { Problem } from '../domain/problem';
import { canonicalPath } from './aliases';
import type { ApiDeps } from './api-deps';
import type { ApiContext, ApiState, RouteFields } from './context';
import type { OperationFacts } from './definition';
import { observe } from './middleware/observe';
import { createRateLimits } from './middleware/rate-limits';
import type { RateLimits } from './middleware/rate-limits';
import type { Operation } from './operation';
import type { ProblemPage } from './problem-reply';

/**
 * A Koa application with the given operations. Without `problemPage` every error is JSON. `listen`
 * in server.ts serves it. The applications of a process share `limits`.
 */
export function createApp(
  deps: ApiDeps,
  operations: readonly Operation[],
  problemPage: ProblemPage | null = null,
  limits: RateLimits = createRateLimits(deps),
): Koa<ApiState, RouteFields> {
  const app = new Koa<ApiState, RouteFields>();
  const router = new Router<ApiState, RouteFields>({ sensitive: true });
  for (const operation of operations) {
    const { name, method, path } = operation;
    router.register(canonicalPath(path), [method], operation.route(deps, limits), { name });
  }

  app.on('error', (error: Error) => {
    // `observe` has answered and logged thrown errors. Koa reports here only broken connections.
    deps.log.debug({ reason: error.message }, 'response not sent');
  });
  app.use(observe(deps, problemPage));
  app.use((ctx, next) => {
    const path = canonicalPath(ctx.path);
    if (path !== ctx.path) ctx.path = path;
    return next();
  });
  app.use(refuseOtherMethods(operations));
  app.use(router.routes());
  app.use((ctx) => refuseUnmatched(ctx, operations));
  return app;
}

/**
 * An exact path takes precedence over a pattern for every method: `/deposit/gw/upload-slip` is
 * never a deposit with that id.
 */
function refuseOtherMethods(operations: readonly Operation[]) {
  const owners = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (operation.path.includes(':')) continue;
    const path = canonicalPath(operation.path);
    owners.set(path, [...(owners.get(path) ?? []), operation]);
  }
  return (ctx: ApiContext, next: Next): Promise<void> => {
    const own = owners.get(ctx.path) ?? owners.get(ctx.path.replace(/\/$/, ''));
    if (own === undefined) return next();
    const allowed = own.flatMap(({ method }) => (method === 'GET' ? ['HEAD', method] : [method]));
    if (allowed.includes(ctx.method)) return next();
    ctx.state.operation = own[0] ?? null;
    throw methodNotAllowed(ctx.method, allowed);
  };
}

/** Throws Problem `not_found`, or `method_not_allowed` when the path exists for other methods. */
function refuseUnmatched(ctx: ApiContext, operations: readonly OperationFacts[]): never {
  const [layer] = ctx.matched ?? [];
  if (layer === undefined) throw new Problem('not_found');
  ctx.state.operation = operations.find(({ name }) => name === layer.name) ?? null;
  throw methodNotAllowed(ctx.method, [...new Set(ctx.matched?.flatMap(({ methods }) => methods))]);
}

const methodNotAllowed = (method: string, allowed: readonly string[]): Problem =>
  new Problem('method_not_allowed', {
    message: `This path supports ${allowed.join(', ')}; got ${method}.`,
    headers: { Allow: allowed.join(', ') },
  });
