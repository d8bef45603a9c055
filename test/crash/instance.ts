import { createActivities, type Activities } from '../../activities';
import { createBatched } from '../../src/batched';
import type { Deps } from '../../src/deps';
import { createAppliedWatch } from '../../src/orders/callbacks/store/applied-watch';
import { connect } from '../../src/platform/postgres/connect';
import type { OutboxMessage } from '../../src/kernel/outbox/store/messages';
import { createGatewayApp } from '../../src/app';
import { listen } from '../../src/http/server';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import type { Provider } from '../../src/providers/connectors/connector';
import { OutboxRelay } from '../../src/kernel/outbox/outbox-relay';
import { startProxy, type Point } from './postgres-proxy';

/** The environment, which survives the process. */
export interface Outside {
  readonly base: Deps;
  readonly databaseUrl: string;
  readonly provider: Provider;
  /** Accepts a message: from then on Temporal has it. */
  readonly dispatchMessage: (dispatch: OutboxMessage) => Promise<void>;
}

export interface Instance {
  readonly url: string;
  readonly activities: Activities;
  readonly seen: readonly string[];
  readonly isDead: () => boolean;
  /** Resolves at its death. */
  readonly death: Promise<void>;
  /** Releases the resources of a process, dead or alive. */
  release(): Promise<void>;
}

/**
 * One gateway process, API and worker, that dies at a point. A dead process reaches neither its
 * database nor any other server, and nothing reaches it.
 */
export async function startInstance(outside: Outside, point: Point | null): Promise<Instance> {
  let isDead = false;
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  const proxy = await startProxy(outside.databaseUrl, point, () => {
    isDead = true;
    die();
  });
  const alive = <T>(work: () => Promise<T>): Promise<T> =>
    isDead ? Promise.reject(new Error('this process is dead')) : work();
  const db = connect(proxy.url, { poolMax: 5 });
  const { base, provider } = outside;
  const outbox = new OutboxRelay(
    db,
    (dispatch) => alive(() => outside.dispatchMessage(dispatch)),
    base.log,
  );
  const deps: Deps = {
    ...base,
    db,
    outbox,
    batched: createBatched(db, outbox),
    applied: createAppliedWatch(db),
    sender: { ...base.sender, send: (...asked) => alive(() => base.sender.send(...asked)) },
  };
  const activities = createActivities({
    ...deps,
    provider: {
      send: (...asked) => alive(() => provider.send(...asked)),
      find: (...asked) => alive(() => provider.find(...asked)),
      close: () => provider.close(),
    },
    auditLedger: async () => 0,
    mailer: createNoMailer(base.log),
    slips: {
      read: () => Promise.reject(new Error('no slip is read here')),
      close: () => Promise.resolve(),
    },
  });
  const server = await listen(
    createGatewayApp({ ...deps, outbox: { enqueue: (rows) => outbox.enqueue(rows), state } }),
    { ...base.config.http, host: '127.0.0.1', port: 0 },
    base,
    { drainTimeout: 50 },
  );
  outbox.start();
  return {
    url: `http://127.0.0.1:${server.port}`,
    activities,
    seen: proxy.seen,
    isDead: () => isDead,
    death,
    async release() {
      await server.close();
      await outbox.stop();
      await db.destroy();
      proxy.cut();
    },
  };
}

const state = () => ({ reachable: true });
