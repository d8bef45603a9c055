import { setTimeout as pause } from 'node:timers/promises';
import type { RunningPart } from '../sandbox/embedded/part';
import { freePort } from '../test/support/free-port';
import { burstOf } from './burst-of';
import { startDriver } from './driver';
import { GatewayClient } from './driver/gateway-client';
import type { Target } from './driver/jobs';
import { gatewayEntry, startOurApi } from './ours';
import { spreadOf, type Spread } from './rounds';
import type { Stand } from './stand';

const ROUNDS = 5;
const CLIENTS = 32;
const BUSY_MS = 1_000;
const CALLBACKS = 200;

export interface LifetimesReport {
  /** Milliseconds from the start until a process is ready. */
  readonly start: Readonly<Record<'api' | 'worker', Spread>>;
  /** Milliseconds from SIGTERM, under load, to the exit. */
  readonly stop: Readonly<Record<'api' | 'worker', Spread>>;
  /** Responses of clients of a stopping API. */
  readonly requests: { readonly answered: number; readonly broken: number };
}

/** Durations of starts and of graceful stops under load. */
export async function measureLifetimes(stand: Stand): Promise<LifetimesReport> {
  stand.say(`Lifetimes: ${ROUNDS} starts and stops of an API and a worker`);
  const temporal = await stand.startTemporal();
  const driver = await startDriver(stand);
  const { webhookUrl, providerUrl } = driver;
  const ours = await startOurApi(stand, { temporalAddress: temporal.address, webhookUrl });
  const { payment } = ours.targets;
  const begin = async (command: 'api' | 'worker', own: Readonly<Record<string, string>>) => {
    const startedMs = performance.now();
    const part = await stand.startNode({
      name: `another-${command}`,
      entry: gatewayEntry,
      args: [command],
      environment: { ...ours.environment, PROVIDER_URL: providerUrl, ...own },
    });
    return { part, startMs: performance.now() - startedMs };
  };
  const starts = { api: [] as number[], worker: [] as number[] };
  const stops = { api: [] as number[], worker: [] as number[] };
  const requests = { answered: 0, broken: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const port = await freePort();
    const api = await begin('api', { PORT: `${port}` });
    starts.api.push(api.startMs);
    const busy = requestUntilClosed({ ...payment, origin: `http://127.0.0.1:${port}` });
    await pause(BUSY_MS);
    stops.api.push(await timeStop(api.part));
    const responses = await busy;
    requests.answered += responses.answered;
    requests.broken += responses.broken;

    const worker = await begin('worker', {});
    starts.worker.push(worker.startMs);
    const calledBack = await callBackMany(payment);
    stops.worker.push(await timeStop(worker.part));
    await calledBack.answered;
  }
  return {
    start: { api: spreadOf(starts.api), worker: spreadOf(starts.worker) },
    stop: { api: spreadOf(stops.api), worker: spreadOf(stops.worker) },
    requests,
  };
}

async function timeStop(part: RunningPart): Promise<number> {
  const startedMs = performance.now();
  await part.stop();
  return performance.now() - startedMs;
}

/** Clients that send requests without a pause until the API has stopped. */
async function requestUntilClosed(target: Target): Promise<LifetimesReport['requests']> {
  const client = new GatewayClient(target, CLIENTS);
  let [answered, broken] = [0, 0];
  async function ask(): Promise<void> {
    for (;;) {
      try {
        await client.create();
        answered++;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
        broken++;
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, ask));
  await client.close();
  return { answered, broken };
}

/** Sends callbacks, which create load for the worker. Resolves while most of them are pending. */
async function callBackMany(target: Target): Promise<{ readonly answered: Promise<unknown> }> {
  const { orderIds } = await burstOf(target, CALLBACKS);
  const client = new GatewayClient(target, CLIENTS);
  const answers = orderIds.map((id) => client.callBack(id));
  await answers[0];
  return { answered: Promise.all(answers).then(() => client.close()) };
}
