import { groupBy } from '../group-by';
import type { Check, EventFact, SubscriberFact } from './facts';

/** Every event reached every subscriber at least once. */
export const eventsArrived: Check = ({ events, subscribers }) =>
  subscribers.flatMap((subscriber) => {
    const received = new Set(subscriber.receipts.map(({ eventId }) => eventId));
    return events
      .filter((event) => isMeantFor(event, subscriber) && !received.has(event.id))
      .map(({ id, name }) => ({
        kind: 'lost',
        subject: id,
        what: `${name} was not delivered to ${subscriber.name}`,
      }));
  });

/** Every delivery has the stored body of its event id and a valid signature. */
export const eventsAreAuthentic: Check = ({ events, subscribers }) => {
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  return subscribers.flatMap(({ name, receipts, unsigned }) => [
    ...receipts
      .filter(({ eventId, body }) => bodies.get(eventId) !== body)
      .map(({ eventId }) => ({
        kind: 'duplicated' as const,
        subject: eventId,
        what: `${name} received another body for this id`,
      })),
    ...unsigned.map((eventId) => ({
      kind: 'misanswered' as const,
      subject: eventId,
      what: `${name} received it without a valid signature`,
    })),
  ]);
};

/** `adjusted` may occur more than once for an order, other events once. */
const isStep = ({ name }: EventFact): boolean => !name.endsWith('.adjusted');

/** A transition has one event. */
export const eventsAreUnique: Check = ({ events }) =>
  [...groupBy(events.filter(isStep), stepOf)].flatMap(([step, found]) => {
    if (found.length === 1) return [];
    const what = `has the events ${found.map(({ id }) => id).join(', ')}`;
    return [{ kind: 'duplicated', subject: step, what }];
  });

const isMeantFor = (event: EventFact, { merchantId, events }: SubscriberFact): boolean =>
  event.merchantId === merchantId && events.includes(event.name);

/** The event name and its object. An order passes each transition once. */
function stepOf({ id, name, body }: EventFact): string {
  const { data } = JSON.parse(body) as { readonly data: Readonly<Record<string, string>> };
  // A refund has the payment id as well.
  const object = data['refund_id'] ?? data['payment_id'] ?? data['order_id'] ?? id;
  return `${name} of ${object}`;
}
