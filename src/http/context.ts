import type { ParameterizedContext } from 'koa';
import type { Problem } from '../domain/problem';
import type { RequestTrace } from '../lib/tracing';
import type { OperationFacts } from './definition';
import type { Merchant } from './middleware/authenticate';
import type { FormRefusal } from './reply';

/** The state of a request while it is processed. */
export interface ApiState {
  readonly requestId: string;
  /** Null when tracing is off. */
  readonly trace: RequestTrace | null;
  /** Null until a route has matched. */
  operation: OperationFacts | null;
  /** Null unless a merchant's API key was authenticated. */
  merchant: Merchant | null;
  /** The error that the request was refused with; null until then. */
  problem: Problem | null;
  /** The user or operator whose session was authenticated. */
  person: { readonly actor: string; readonly merchantId: string | null } | null;
  /** The refused form that the response shows again with the reason. */
  refusal: FormRefusal | null;
}

/** The fields that the router adds to Koa's context. */
export interface RouteFields {
  readonly params: Readonly<Record<string, string>>;
  /** The routes that match the path, with any method. */
  readonly matched?: readonly { readonly name?: string; readonly methods: readonly string[] }[];
}

export type ApiContext = ParameterizedContext<ApiState, RouteFields>;
