import type { SaphanEvent } from '../../../client/src';
import { objectOf } from '../../../sandbox/demo/webhook-listener';

/** One line: when it happened, which event, of what, what that is now, and its number. */
export function describeEvent(event: SaphanEvent): string {
  const { data } = event;
  const status = 'status' in data && typeof data.status === 'string' ? data.status : '-';
  const about = `${objectOf(event) ?? '-'}  ${status}  #${event.sequence}`;
  return `${event.timestamp}  ${event.event.padEnd(20)}  ${about}`;
}
