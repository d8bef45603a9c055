import type { Db } from '../../src/platform/postgres/connect';
import { eventNames } from '../../src/kernel/events/rules/events';
import type { Provider } from '../../src/providers/connectors/connector';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { testConfig, testDeps, testMerchant, testWebhook } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';
import { createEngine, takeOver } from './engine';
import { startInstance, type Instance, type Outside } from './instance';
import type { Point } from './postgres-proxy';

export const PROVIDER_KEY = 'a-provider-key-for-tests';

/**
 * A bank that is not idempotent: it pays at every request, so each payout may be submitted once
 * only.
 */
function createBank() {
  const times = new Map<string, number>();
  const provider: Provider = {
    async send({ orderId }) {
      times.set(orderId, (times.get(orderId) ?? 0) + 1);
      return { kind: 'accepted', providerRef: null };
    },
    find: async ({ orderId }) => ({ kind: times.has(orderId) ? 'waiting' : 'not_found' }),
    close: async () => undefined,
  };
  return { provider, times };
}

/** A database, a bank and a webhook receiver for consecutive runs. */
export async function openStage() {
  const { knex, url } = await testDatabase();
  const base = testDeps(knex, testConfig({ PROVIDER_KEY }));
  const receiver = await startReceiver();
  const bank = createBank();
  /** Ends the current run, also after a failed test. */
  let endRun = async (): Promise<void> => undefined;
  closeAfterFile(() => endRun());

  return {
    db: knex,
    /** A merchant, and a process that dies at a point; later requests reach its successor. */
    async begin(point: Point | null) {
      const { merchant, apiKey } = await testMerchant(knex, { openingSatang: 100_000 });
      const instances: Instance[] = [];
      let next: Promise<Instance> | null = null;
      let isOver = false;
      endRun = async () => {
        isOver = true;
        await Promise.all(instances.map((instance) => instance.release()));
      };
      const outside: Outside = {
        base,
        databaseUrl: url,
        provider: bank.provider,
        dispatchMessage: (dispatch) => engine.dispatchMessage(dispatch),
      };
      const start = async (): Promise<Instance> => {
        const instance = await startInstance(outside, instances.length === 0 ? point : null);
        instances.push(instance);
        // In production the rows of a dead process are dispatched some seconds later.
        if (instances.length > 1)
          await takeOver(knex, (dispatch) => engine.dispatchMessage(dispatch));
        return instance;
      };
      const current = async (): Promise<Instance> => {
        if (isOver) throw new Error('the run is over');
        const latest = await (next ??= start());
        if (!latest.isDead()) return latest;
        if (instances.at(-1) === latest) next = start();
        return next;
      };
      const engine = createEngine(knex, current);
      return {
        base,
        merchant,
        apiKey,
        /** Subscribes the merchant to every event from now on. */
        async subscribe() {
          await testWebhook(base, merchant, `${receiver.url}/${merchant.id}`, eventNames);
          await knex('outbox_messages').delete();
        },
        paid: (orderId: string) => bank.times.get(orderId) ?? 0,
        statusOf: async (orderId: string) =>
          (await knex('orders').where('id', orderId).first('status'))?.status as string,
        hasDied: () => instances[0]?.isDead() === true,
        seen: () => instances[0]?.seen ?? [],
        ask: (path: string, body: object, headers: Readonly<Record<string, string>>) =>
          requestUntilAnswered(current, path, body, headers),
        untilSettled: () => untilSettled(knex, current),
        received: () => receiver.requests.filter(({ path }) => path === `/${merchant.id}`),
        async end(): Promise<void> {
          await engine.idle();
          await endRun();
          endRun = async () => undefined;
        },
      };
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Run = Awaited<ReturnType<Stage['begin']>>;

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** Sends a request as a client does: repeats it after a broken connection. */
async function requestUntilAnswered(
  current: () => Promise<Instance>,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  return until(
    async () => {
      const instance = await current();
      const asked = fetch(`${instance.url}${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', ...headers },
      }).then(async (response) => ({
        status: response.status,
        text: await response.text(),
        replayed: response.headers.get('idempotent-replayed') === 'true',
      }));
      const answer = await Promise.race([asked.catch(() => null), instance.death]);
      // Refused by an instance that is busy.
      if (instance.isDead() || answer?.status === 503) return null;
      return answer ?? null;
    },
    { describe: `an answer to ${path}` },
  );
}

/** Until the outbox is empty, every callback applied and every event delivered. */
async function untilSettled(db: Db, current: () => Promise<Instance>): Promise<void> {
  const left = async () => ({
    messages: await db('outbox_messages').pluck('topic'),
    callbacks: await db('callbacks').whereNull('applied_at').pluck('id'),
    deliveries: await db('deliveries').whereNot('status', 'succeeded').pluck('id'),
  });
  await until(
    async () => {
      await current();
      return Object.values(await left()).every((rows) => rows.length === 0);
    },
    { describe: left },
  );
}
