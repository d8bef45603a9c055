import type { ParameterizedContext } from 'koa';
import type { OperationFacts } from './definition';

/** What a request is known by while it is answered. */
export interface ApiState {
  readonly requestId: string;
  /** Null until a route has matched. */
  operation: OperationFacts | null;
}

/** What the router adds to Koa's context. */
export interface RouteFields {
  readonly params: Readonly<Record<string, string>>;
  /** The routes that the path fits, whatever their method. */
  readonly matched?: readonly { readonly name?: string; readonly methods: readonly string[] }[];
}

export type ApiContext = ParameterizedContext<ApiState, RouteFields>;
