import * as events from '../kernel/events/store/events';
import type { Merchant } from '../kernel/merchants/store';
import type { Position } from '../platform/postgres/position';
import { orProblem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

export type { EventRecord } from '../kernel/events/store/events';

export interface EventQuery extends Omit<events.EventFilter, 'merchantId'> {
  readonly limit: number;
  readonly after: Position | null;
}

/** Of the last 90 days, newest first, delivered or not. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  { name, objectId, limit, after }: EventQuery,
): Promise<{ readonly items: readonly events.EventRecord[]; readonly hasMore: boolean }> {
  const filter = { merchantId: merchant.id, name, objectId };
  return events.listEvents(deps.db, filter, { limit, after });
}

/** Throws Problem `event_not_found`, also for another merchant's. */
export async function findEvent(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  eventId: string,
): Promise<events.EventRecord> {
  return orProblem(await events.findEvent(deps.db, merchant.id, eventId), 'event_not_found');
}
