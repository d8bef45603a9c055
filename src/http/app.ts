import Router from '@koa/router';
import Koa, { type Next } from 'koa';
import { Problem } from '../kernel/rules/problem';
import { canonicalPath } from './aliases';
import type { ApiDeps } from './api-deps';
import type { ApiContext, ApiState, RouteFields } from './context';
import type { OperationFacts } from './definition';
import { observe } from './middleware/observe';
import { createRateLimits, type RateLimits } from './middleware/rate-limits';
import type { Operation } from './operation';
import type { ProblemPage } from './problem-reply';

/** Without `problemPage` every error is JSON. The applications of a process share `limits`. */
export function createApp(
  deps: ApiDeps,
  operations: readonly Operation[],
  problemPage: ProblemPage | null = null,
  limits: RateLimits = createRateLimits(deps),
): Koa<ApiState, RouteFields> {
  const app = new Koa<ApiState, RouteFields>();
  const router = new Router<ApiState, RouteFields>({ sensitive: true });
  for (const operation of operations.filter(isPattern)) {
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
  app.use(serveExactPaths(operations, deps, limits));
  app.use(router.routes());
  app.use((ctx) => refuseUnmatched(ctx, operations));
  return app;
}

const isPattern = ({ path }: OperationFacts): boolean => path.includes(':');

interface ExactPath {
  readonly first: Operation;
  readonly routes: Map<string, (ctx: ApiContext) => Promise<void>>;
}

/**
 * Finds paths without parameters by a lookup, because the router compares each request with all of
 * its patterns. An exact path takes precedence over a pattern for every method:
 * `/deposit/gw/upload-slip` is never a deposit with that id.
 */
function serveExactPaths(operations: readonly Operation[], deps: ApiDeps, limits: RateLimits) {
  const paths = new Map<string, ExactPath>();
  for (const operation of operations) {
    if (isPattern(operation)) continue;
    const path = canonicalPath(operation.path);
    const own = paths.get(path) ?? { first: operation, routes: new Map() };
    const route = operation.route(deps, limits);
    if (operation.method === 'GET') own.routes.set('HEAD', route);
    own.routes.set(operation.method, route);
    paths.set(path, own);
  }
  return (ctx: ApiContext & { params: RouteFields['params'] }, next: Next): Promise<void> => {
    const own = paths.get(ctx.path) ?? paths.get(ctx.path.replace(/\/$/, ''));
    if (own === undefined) return next();
    const route = own.routes.get(ctx.method);
    if (route !== undefined) {
      ctx.params = {};
      return route(ctx);
    }
    ctx.state.operation = own.first;
    throw methodNotAllowed(ctx.method, [...own.routes.keys()]);
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
