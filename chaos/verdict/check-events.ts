import { groupBy } from '../group-by';
import type { Check, EventFact, SubscriberFact } from './facts';

/** Every event reached every subscriber at least once. */
export const eventsArrived: Check = ({ events, subscribers }) =>
  subscribers.flatMap((subscriber) => {
    const heard = new Set(subscriber.receipts.map(({ eventId }) => eventId));
    return events
      .filter((event) => isMeantFor(event, subscriber) && !heard.has(event.id))
      .map(({ id, name }) => ({
        kind: 'lost',
        subject: id,
        what: `${name} never reached ${subscriber.name}`,
      }));
  });

/** What came is what happened: the bytes of the event, under its own id, signed. */
export const eventsAreGenuine: Check = ({ events, subscribers }) => {
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  return subscribers.flatMap(({ name, receipts, unsigned }) => [
    ...receipts
      .filter(({ eventId, body }) => bodies.get(eventId) !== body)
      .map(({ eventId }) => ({
        kind: 'duplicated' as const,
        subject: eventId,
        what: `${name} heard under this id what the event does not say`,
      })),
    ...unsigned.map((eventId) => ({
      kind: 'misanswered' as const,
      subject: eventId,
      what: `${name} was sent it without a signature that verifies`,
    })),
  ]);
};

/** An operator may adjust an order more than once; anything else happens to it once. */
const isStep = ({ name }: EventFact): boolean => !name.endsWith('.adjusted');

/** Nothing that happened once is told of as two events. */
export const eventsAreOne: Check = ({ events }) =>
  [...groupBy(events.filter(isStep), stepOf)].flatMap(([step, told]) => {
    if (told.length === 1) return [];
    const what = `was told of as ${told.map(({ id }) => id).join(', ')}`;
    return [{ kind: 'duplicated', subject: step, what }];
  });

const isMeantFor = (event: EventFact, { merchantId, events }: SubscriberFact): boolean =>
  event.merchantId === merchantId && events.includes(event.name);

/** The object that an event is of, and what became of it: an order takes no step twice. */
function stepOf({ id, name, body }: EventFact): string {
  const { data } = JSON.parse(body) as { readonly data: Readonly<Record<string, string>> };
  // A refund names its payment, too.
  const object = data['refund_id'] ?? data['payment_id'] ?? data['order_id'] ?? id;
  return `${name} of ${object}`;
}
