import type { EventName, SaphanEvent } from '../../client/src';
import type { Scene } from './scene';

/** What each event means to the merchant that hears it. */
const meanings: Readonly<Partial<Record<SaphanEvent['event'], string>>> = {
  'payment.pending': 'nothing has been paid yet',
  'payment.succeeded': 'the money is yours',
  'refund.completed': 'the customer has it back',
  'withdrawal.pending': 'the money is held',
  'withdrawal.processed': 'the bank has it',
  'withdrawal.succeeded': 'the money has left',
  'withdrawal.failed': 'the money is yours again',
};

/** What the demo's webhook is registered for: every event of what it does. */
export const heardEvents: EventName[] = [
  'payment.pending',
  'payment.succeeded',
  'refund.completed',
  'withdrawal.pending',
  'withdrawal.processed',
  'withdrawal.succeeded',
  'withdrawal.failed',
];

/** Tells each event of an object, up to the one of that name, and gives that one. */
export async function hearEvents<Name extends EventName>(
  { events, tell }: Scene,
  objectId: string,
  last: Name,
): Promise<Extract<SaphanEvent, { event: Name }>> {
  const isLast = (event: SaphanEvent): event is Extract<SaphanEvent, { event: Name }> =>
    event.event === last;
  for await (const event of events.of(objectId)) {
    tell.step(`received the webhook ${event.event}: ${meanings[event.event] ?? ''}`);
    if (isLast(event)) return event;
  }
  throw new Error(`There was no ${last}.`);
}
