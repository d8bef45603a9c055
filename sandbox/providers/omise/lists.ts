import { badRequest } from './errors';

interface Listed {
  readonly createdAt: number;
}

/** A list with `from`, `to`, `offset`, `limit` (1 to 100) and `order`, as documented. */
export function listOf<T extends Listed>(
  all: readonly T[],
  query: URLSearchParams,
  { location, nowMs, present }: { location: string; nowMs: number; present: (one: T) => object },
): object {
  const from = timeIn(query, 'from') ?? 0;
  const to = timeIn(query, 'to') ?? nowMs;
  const limit = numberIn(query, 'limit', 20, [1, 100]);
  const offset = numberIn(query, 'offset', 0, [0, Number.MAX_SAFE_INTEGER]);
  const order = query.get('order') ?? 'chronological';
  if (!['chronological', 'reverse_chronological'].includes(order)) {
    throw badRequest('bad_request', 'order is invalid');
  }
  // Objects show whole seconds.
  const second = (at: number) => Math.floor(at / 1000) * 1000;
  const inRange = all
    .filter(({ createdAt }) => second(createdAt) >= second(from) && second(createdAt) <= to)
    .toSorted((one, other) => one.createdAt - other.createdAt);
  if (order === 'reverse_chronological') inRange.reverse();
  return {
    object: 'list',
    data: inRange.slice(offset, offset + limit).map(present),
    limit,
    offset,
    total: inRange.length,
    location,
    order,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
}

/** Pages of the objects that contain the text in their description or metadata. */
export function searchIn<T extends Listed>(
  all: readonly T[],
  query: URLSearchParams,
  { textOf, present }: { textOf: (one: T) => string; present: (one: T) => object },
): object {
  const text = query.get('query') ?? '';
  const page = numberIn(query, 'page', 1, [1, 1_000]);
  const perPage = numberIn(query, 'per_page', 30, [1, 100]);
  const found = all
    .filter((one) => textOf(one).includes(text))
    .toSorted((one, other) => other.createdAt - one.createdAt);
  return {
    object: 'search',
    scope: query.get('scope'),
    query: text,
    page,
    per_page: perPage,
    total: found.length,
    total_pages: Math.ceil(found.length / perPage),
    data: found.slice((page - 1) * perPage, page * perPage).map(present),
  };
}

function timeIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw badRequest('bad_request', `${name} is invalid`);
  return time;
}

function numberIn(
  query: URLSearchParams,
  name: string,
  fallback: number,
  [min, max]: readonly [number, number],
): number {
  const value = Number(query.get(name) ?? fallback);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw badRequest('bad_request', `${name} is invalid`);
  }
  return value;
}
