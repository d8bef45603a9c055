import { setTimeout as pause } from 'node:timers/promises';
import { burstOf } from './burst-of';
import { startLoneGateway, type LoneGateway } from './lone-gateway';
import { sampleLatencies, type Latencies } from './latencies';
import { quantile } from './rounds';
import type { Stand } from './stand';

const PAYMENTS = 5_000;
/** The shortest lifetime of a QR code. */
const expiry = { expiry_minutes: 1 };
/** How long Temporal is paused, from the first creation. */
const LAG_MS = 20_000;
const SAMPLE = { samples: 200, pauseMs: 20 };
const LOOK_EVERY_MS = 250;
/** How late an expiry may be before the run gives up. */
const GIVEN_UP_AFTER_MS = 4 * 60_000;

export interface BurstReport {
  readonly payments: number;
  readonly lagMs: number;
  /** Creations per second while Temporal is running, and while it is paused. */
  readonly runningPerSecond: number;
  readonly laggingPerSecond: number;
  /** From the end of the pause until the outbox was empty. */
  readonly drainMs: number;
  /** Payments that did not expire. Expected: 0. */
  readonly notExpired: number;
  /** From the deadline to the expiry. 5,000 payments have a deadline within 3 s. */
  readonly lateness: { readonly medianMs: number; readonly mostMs: number };
  /** Callback to webhook, before and directly after the first burst. */
  readonly before: Latencies;
  readonly after: Latencies;
}

/** Creates payments as fast as they are accepted, with Temporal running and paused. */
export async function measureBurst(stand: Stand): Promise<BurstReport> {
  const gateway = await startLoneGateway(stand);
  const target = gateway.ours.targets.payment;
  try {
    stand.say(`Burst: ${PAYMENTS} payments`);
    const before = await sampleLatencies(gateway.driver, target, SAMPLE);
    const running = await burstOf(target, PAYMENTS);
    const after = await sampleLatencies(gateway.driver, target, SAMPLE);
    await gateway.outboxEmpty();
    stand.say(`Burst: ${PAYMENTS} payments while Temporal is paused for ${LAG_MS / 1000} s`);
    const lagging = await burstWhileHanging(gateway);
    const ended = await untilExpired(stand, gateway, lagging.orderIds);
    return {
      payments: PAYMENTS,
      lagMs: LAG_MS,
      runningPerSecond: PAYMENTS / (running.wallMs / 1000),
      laggingPerSecond: PAYMENTS / (lagging.wallMs / 1000),
      drainMs: lagging.drainMs,
      ...ended,
      before,
      after,
    };
  } finally {
    await gateway.close();
  }
}

async function burstWhileHanging(gateway: LoneGateway) {
  const { temporal } = gateway.pids;
  const endsMs = performance.now() + LAG_MS;
  process.kill(temporal, 'SIGSTOP');
  try {
    const burst = await burstOf(gateway.ours.targets.payment, PAYMENTS, expiry);
    await pause(endsMs - performance.now());
    process.kill(temporal, 'SIGCONT');
    const startedMs = performance.now();
    await gateway.outboxEmpty();
    return { ...burst, drainMs: performance.now() - startedMs };
  } finally {
    process.kill(temporal, 'SIGCONT');
  }
}

/** Waits until all payments of the burst have expired, or gives up. */
async function untilExpired(
  stand: Stand,
  { db }: LoneGateway,
  orderIds: readonly string[],
): Promise<Pick<BurstReport, 'notExpired' | 'lateness'>> {
  stand.say('Burst: waiting for all expiries');
  const orders = () => db('orders').whereIn('id', [...orderIds]);
  const [last] = await orders().max('expires_at as at');
  const givenUpMs = new Date(last?.['at'] as Date).getTime() + GIVEN_UP_AFTER_MS;
  for (;;) {
    stand.signal.throwIfAborted();
    const notExpired = Number((await orders().whereNot('status', 'expired').count())[0]?.['count']);
    if (notExpired === 0 || Date.now() > givenUpMs) {
      const { rows } = await db.raw<{ rows: { late_ms: number }[] }>(
        `select extract(epoch from status_changes.at - expires_at)::float8 * 1000 as late_ms
         from status_changes join orders on orders.id = order_id
         where transition = 'expire' and order_id = any(?::text[])`,
        [[...orderIds]],
      );
      const latenessMs = rows.map(({ late_ms: ms }) => ms);
      return {
        notExpired,
        lateness: { medianMs: quantile(latenessMs, 0.5), mostMs: quantile(latenessMs, 1) },
      };
    }
    await pause(LOOK_EVERY_MS);
  }
}
