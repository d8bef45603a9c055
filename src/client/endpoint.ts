/** How one operation is called. `Call` says with what, and what it answers. */
export interface Endpoint<Call extends AnyCall> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:name` for each id, which are the first arguments. */
  readonly path: `/${string}`;
  /** How the argument after the ids is sent; null when there is none. */
  readonly input: 'query' | 'body' | null;
  /** For types only: no endpoint has it. */
  readonly call?: Call;
}

// Arguments go the other way: every call is one of these, and nobody calls them as such.
export type AnyCall = (...args: never[]) => unknown;

export function get<Call extends AnyCall>(
  path: `/${string}`,
  input: 'query' | null = null,
): Endpoint<Call> {
  return { method: 'GET', path, input };
}

export function post<Call extends AnyCall>(
  path: `/${string}`,
  input: 'body' | null = null,
): Endpoint<Call> {
  return { method: 'POST', path, input };
}

export function remove<Call extends AnyCall>(path: `/${string}`): Endpoint<Call> {
  return { method: 'DELETE', path, input: null };
}
