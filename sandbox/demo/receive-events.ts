import type { EventName, SaphanEvent } from '../../client/src';
import type { Demo } from './demo';

/** What each event means for the merchant. */
const meanings: Readonly<Partial<Record<SaphanEvent['event'], string>>> = {
  'payment.pending': 'not paid yet',
  'payment.succeeded': 'the money is credited',
  'refund.completed': 'the customer has received the money',
  'withdrawal.pending': 'the money is held',
  'withdrawal.processed': 'the bank has accepted it',
  'withdrawal.succeeded': 'the money is paid out',
  'withdrawal.failed': 'the money is credited back',
};

/** The events of the demo's webhook. */
export const demoEvents: EventName[] = [
  'payment.pending',
  'payment.succeeded',
  'refund.completed',
  'withdrawal.pending',
  'withdrawal.processed',
  'withdrawal.succeeded',
  'withdrawal.failed',
];

/** Prints the events of an object up to the event `last`, and returns that one. */
export async function receiveEvents<Name extends EventName>(
  { events, output }: Demo,
  objectId: string,
  last: Name,
): Promise<Extract<SaphanEvent, { event: Name }>> {
  const isLast = (event: SaphanEvent): event is Extract<SaphanEvent, { event: Name }> =>
    event.event === last;
  for await (const event of events.of(objectId)) {
    output.step(`received the webhook ${event.event}: ${meanings[event.event] ?? ''}`);
    if (isLast(event)) return event;
  }
  throw new Error(`The event ${last} was not received.`);
}
