import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../test/support/free-port';
import { startDriver } from './driver';
import type { StormResult } from './driver/jobs';
import { startOurApi } from './ours';
import { quantile } from './rounds';
import type { Stand } from './stand';

/** Requests that one client sends at once to an idle process with the default limits. */
const BURST = 400;
/** Clients, each with a connection, that repeat at once what was refused. */
const CALM_CLIENTS = 64;
/** About the number that uses the whole capacity. */
const BUSY_CLIENTS = 400;
const STORM_CLIENTS = 1_000;
const WARM_UP_MS = 5_000;
const ROUND_MS = 14_000;
const PROBE_EVERY_MS = 100;
const PROBE_TIMEOUT_MS = 60_000;

/** Health checks, each on a connection of its own, from another process than the clients. */
export interface Probes {
  readonly count: number;
  readonly failed: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export interface StormRound extends StormResult {
  /** On the listener of the clients. */
  readonly probes: Probes;
  /** On a listener that the clients do not use. */
  readonly probesElsewhere: Probes;
}

export interface StormReport {
  readonly burst: StormResult;
  readonly calm: StormRound;
  readonly busy: StormRound;
  readonly storm: StormRound;
}

/** Clients of one merchant that retry at once, and health checks beside them. */
export async function measureStorm(stand: Stand): Promise<StormReport> {
  const temporal = await stand.startTemporal();
  const driver = await startDriver(stand);
  const parts = { temporalAddress: temporal.address, webhookUrl: null };
  stand.say(`Overload: ${BURST} creations at once with the default limits`);
  const limited = await startOurApi(stand, {
    ...parts,
    settings: { RATE_LIMIT_PER_SECOND: '', CONNECTIONS_PER_ADDRESS: '' },
  });
  const burst = await driver.run('storm', {
    target: limited.targets.payment,
    clients: BURST,
    durationMs: null,
  });
  await stand.stop([limited.pids.api]);

  const metricsPort = await freePort();
  const ours = await startOurApi(stand, {
    ...parts,
    settings: { METRICS_ADDRESS: `127.0.0.1:${metricsPort}` },
  });
  const target = ours.targets.payment;
  const run = async (clients: number): Promise<StormRound> => {
    stand.say(`Overload: ${clients} clients that retry at once`);
    const over = new AbortController();
    const probing = [target.origin, `http://127.0.0.1:${metricsPort}`].map((origin) =>
      probeUntil(origin, over.signal),
    );
    const result = await driver.run('storm', { target, clients, durationMs: ROUND_MS });
    over.abort();
    const [probes, probesElsewhere] = (await Promise.all(probing)) as [Probes, Probes];
    return { ...result, probes, probesElsewhere };
  };
  await driver.run('storm', { target, clients: CALM_CLIENTS, durationMs: WARM_UP_MS });
  const calm = await run(CALM_CLIENTS);
  const busy = await run(BUSY_CLIENTS);
  const storm = await run(STORM_CLIENTS);
  return { burst, calm, busy, storm };
}

/** Sends health checks at a constant rate, independent of the responses. */
async function probeUntil(origin: string, over: AbortSignal): Promise<Probes> {
  const tookMs: number[] = [];
  const sent: Promise<void>[] = [];
  let failed = 0;
  while (!over.aborted) {
    const probing = probe(origin).then(
      (ms) => void tookMs.push(ms),
      () => void failed++,
    );
    sent.push(probing);
    await pause(PROBE_EVERY_MS);
  }
  await Promise.all(sent);
  return {
    count: sent.length,
    failed,
    medianMs: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
  };
}

/** Milliseconds of a health check on a new connection. Rejects unless it is answered 200. */
function probe(origin: string): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const timeout = PROBE_TIMEOUT_MS;
    const sent = request(`${origin}/healthz`, { agent: false, timeout }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedMs);
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', reject).end();
  });
}
