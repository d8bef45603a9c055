import type { ParameterizedContext } from 'koa';
import type { Problem } from '../kernel/rules/problem';
import type { RequestTrace } from '../platform/observe/tracing';
import type { OperationFacts } from './definition';
import type { Merchant } from './middleware/authenticate';
import type { FormRefusal } from './reply';

export interface ApiState {
  readonly requestId: string;
  /** Null when tracing is off. */
  readonly trace: RequestTrace | null;
  /** Null until a route has matched. */
  operation: OperationFacts | null;
  /** Null unless a merchant's API key was authenticated. */
  merchant: Merchant | null;
  /** Null until the request is refused. */
  problem: Problem | null;
  /** The user or operator of the session; null without one. */
  person: { readonly actor: string; readonly merchantId: string | null } | null;
  /** The form that the response shows again with the reason; null if none was refused. */
  refusal: FormRefusal | null;
}

/** Set by the router. */
export interface RouteFields {
  readonly params: Readonly<Record<string, string>>;
  /** Routes that match the path, with any method. */
  readonly matched?: readonly { readonly name?: string; readonly methods: readonly string[] }[];
}

export type ApiContext = ParameterizedContext<ApiState, RouteFields>;
