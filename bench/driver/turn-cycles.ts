import { cycles } from '../cycle-kinds';
import { GatewayClient } from './gateway-client';
import type { Inbox } from './inbox';
import type { CyclesJob } from './jobs';

/**
 * The number of open orders per lane. Customers do not pay at once: by the time of its callback, an
 * order has a started workflow.
 */
const OPEN_IN_A_LANE = 6;

export async function turnCycles(job: CyclesJob, inbox: Inbox): Promise<readonly string[]> {
  const client = new GatewayClient(job.target, job.inFlight, {}, job.about);
  const ended: string[] = [];
  const { callsProvider } = cycles[job.target.kind];
  let left = job.count;

  async function open(): Promise<string> {
    const orderId = await client.createOrder();
    // The target has stored the response before the callback.
    if (callsProvider) await inbox.requests.next(orderId);
    return orderId;
  }

  async function complete(orderId: string): Promise<void> {
    await Promise.all([inbox.webhooks.next(orderId), client.callBack(orderId)]);
    ended.push(orderId);
  }

  async function runLane(): Promise<void> {
    const opened: string[] = [];
    while (left > 0) {
      left--;
      opened.push(await open());
      const oldest = opened.length > OPEN_IN_A_LANE ? opened.shift() : undefined;
      if (oldest !== undefined) await complete(oldest);
    }
    for (const orderId of opened) await complete(orderId);
  }

  try {
    await Promise.all(Array.from({ length: job.inFlight }, runLane));
  } finally {
    await client.close();
  }
  return ended;
}
