import type { Arrivals } from './arrivals';
import { GatewayClient } from './gateway-client';
import type { CyclesJob } from './jobs';

/**
 * So many payments of a lane are open at any time. Nobody pays at the moment in which the QR code
 * is made: by the time of its callback a payment's workflow has been started.
 */
const OPEN_IN_A_LANE = 6;

export async function cycles(job: CyclesJob, arrivals: Arrivals): Promise<null> {
  const client = new GatewayClient(job.target, job.inFlight);
  let left = job.count;

  async function complete(paymentId: string): Promise<void> {
    await Promise.all([arrivals.next(paymentId), client.callBack(paymentId)]);
  }

  async function runLane(): Promise<void> {
    const open: string[] = [];
    while (left > 0) {
      left--;
      open.push(await client.createPayment());
      const oldest = open.length > OPEN_IN_A_LANE ? open.shift() : undefined;
      if (oldest !== undefined) await complete(oldest);
    }
    for (const paymentId of open) await complete(paymentId);
  }

  try {
    await Promise.all(Array.from({ length: job.inFlight }, runLane));
  } finally {
    await client.close();
  }
  return null;
}
