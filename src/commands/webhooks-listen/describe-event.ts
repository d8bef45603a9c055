import type { SaphanEvent } from '../../../client/src';
import { objectOf } from '../../../sandbox/demo/webhook-listener';

/** One line: time, event name, object id, its status, and the event's sequence number. */
export function describeEvent(event: SaphanEvent): string {
  const { data } = event;
  const status = 'status' in data && typeof data.status === 'string' ? data.status : '-';
  const about = `${objectOf(event) ?? '-'}  ${status}  #${event.sequence}`;
  return `${event.timestamp}  ${event.event.padEnd(20)}  ${about}`;
}
