import { unreachable, type Unreachable } from '../answers';
import { walkPages, type Complete, type Listed, type Page } from '../listing';
import { readFetched } from './answers';
import type { StripeApi } from './api';
import { list, orderIdOf, type Tagged } from './wire';

const PAGE_SIZE = 100;
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

type Criteria = Readonly<Record<string, string>>;

/** Newest first, after the object with the given id. */
export async function readPage(
  { call }: StripeApi,
  orderId: string,
  path: string,
  criteria: Criteria,
  after: string | null,
): Promise<Page<Tagged, string> | Unreachable> {
  const query = new URLSearchParams({ ...criteria, limit: String(PAGE_SIZE) });
  if (after !== null) query.set('starting_after', after);
  const request = { method: 'GET', path: `${path}?${query.toString()}`, orderId } as const;
  const result = await call({ ...request, answerBytesMax: PAGE_BYTES_MAX });
  const answer = readFetched(result, (body) => list.safeParse(body).data ?? null);
  if (answer.kind !== 'ok') return unreachable(answer);
  const { clockAheadMs, object } = answer;
  const { data: items, has_more: hasMore } = object;
  return { kind: 'page', items, next: hasMore ? (items.at(-1)?.id ?? '') : null, clockAheadMs };
}

export const searchList = (
  api: StripeApi,
  orderId: string,
  path: string,
  criteria: Criteria,
): Promise<Listed<Tagged> | Complete | Unreachable> =>
  walkPages<Tagged, string | null>(
    null,
    (after) => readPage(api, orderId, path, criteria, after),
    (one) => orderIdOf(one) === orderId,
  );
