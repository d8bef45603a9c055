/** The HTTP request of one operation. `Call` has the types of its arguments and its response. */
export interface Endpoint<Call extends AnyCall> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for each ID; the IDs are the first arguments. */
  readonly path: `/${string}`;
  /** How the argument after the IDs is sent; null when there is none. */
  readonly input: 'query' | 'body' | null;
  /** For types only: never set at run time. */
  readonly call?: Call;
}

// Parameters are contravariant: `never[]` makes every function assignable to this type.
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

export function patch<Call extends AnyCall>(path: `/${string}`): Endpoint<Call> {
  return { method: 'PATCH', path, input: 'body' };
}

export function remove<Call extends AnyCall>(path: `/${string}`): Endpoint<Call> {
  return { method: 'DELETE', path, input: null };
}
