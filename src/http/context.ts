import type { ParameterizedContext } from 'koa';
import type { Problem } from '../domain/problem';
import type { OperationFacts } from './definition';
import type { Merchant } from './middleware/authenticate';
import type { FormRefusal } from './reply';

/** What a request is known by while it is answered. */
export interface ApiState {
  readonly requestId: string;
  /** Null until a route has matched. */
  operation: OperationFacts | null;
  /** Null unless a merchant's key was recognized. */
  merchant: Merchant | null;
  /** What it is refused with, once it is. */
  problem: Problem | null;
  /** The user or operator whose session was recognized. */
  person: { readonly actor: string; readonly merchantId: string | null } | null;
  /** A form whose page is shown again with the reason. */
  refusal: FormRefusal | null;
}

/** What the router adds to Koa's context. */
export interface RouteFields {
  readonly params: Readonly<Record<string, string>>;
  /** The routes that the path fits, whatever their method. */
  readonly matched?: readonly { readonly name?: string; readonly methods: readonly string[] }[];
}

export type ApiContext = ParameterizedContext<ApiState, RouteFields>;
