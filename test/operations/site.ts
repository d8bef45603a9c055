import { createGatewayApp } from '../../src/app';
import type { Db } from '../../src/platform/postgres/connect';
import type { StatementLine } from '../../src/ledger/rules/reconciliation';
import { listen } from '../../src/http/server';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import type { Provider, ProviderRequest, Sent } from '../../src/providers/connectors/connector';
import { startSandboxServer } from '../../sandbox/server';
import { closeAfterFile } from '../support/close-after-file';
import { testConfig, testDeps } from '../support/gateway';
import type { TestTemporal } from '../support/temporal';
import { until } from '../support/until';
import { runGateway } from '../support/worker';

const PROVIDER_KEY = 'provider-key-of-restore';
export const config = testConfig({ PROVIDER_KEY, PAYOUT_INQUIRY_SECONDS: '300,3600' });

/** Decides what happens to a submission before it reaches the bank. */
type Gate = (request: ProviderRequest) => Promise<'pass' | 'unreachable'>;

/** The sandbox bank's connection. `accepted` has the order of each submission that it accepted. */
export function bankProvider(bankUrl: string, accepted: string[], gate: Gate): Provider {
  const bank = createGenericClient({ url: bankUrl, key: PROVIDER_KEY });
  closeAfterFile(() => bank.close());
  return {
    async send(request): Promise<Sent> {
      if ((await gate(request)) === 'unreachable') return { kind: 'unreachable', reason: 'gate' };
      const sent = await bank.send(request);
      if (sent.kind === 'accepted') accepted.push(request.orderId);
      return sent;
    },
    find: (inquiry) => bank.find(inquiry),
    async close() {},
  };
}

/** API, relay and workers on a database, a Temporal server and a port. */
export async function startGateway(
  db: Db,
  temporal: TestTemporal,
  { port, provider }: { readonly port: number; readonly provider: Provider },
) {
  const base = testDeps(db, config);
  const { deps, outbox, workers } = await runGateway(base, temporal, { provider });
  const http = { ...config.http, host: '127.0.0.1', port };
  const api = await listen(createGatewayApp({ ...deps, outbox }), http, deps);
  let stopped: Promise<void> | null = null;
  const stopAll = async () => {
    await api.close();
    await outbox.stop();
    for (const worker of workers) worker.shutdown();
    await until(() => workers.every((worker) => worker.getState() === 'STOPPED'), {
      describe: 'the workers have stopped',
      timeoutMs: 30_000,
    });
  };
  const stop = () => (stopped ??= stopAll());
  closeAfterFile(stop);
  return { deps, stop };
}

export interface BookedRequest {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly state: 'succeeded' | 'failed';
}

interface Book {
  readonly transfers: readonly Omit<BookedRequest, 'state'>[];
  readonly payouts: readonly BookedRequest[];
  readonly refunds: readonly BookedRequest[];
  readonly charges: readonly BookedRequest[];
}

interface BankCallback {
  readonly callbackId: string;
}

/** The sandbox bank on a folder, calling back to a port. */
export async function startBank(dataDir: string, port: number, gatewayPort: number) {
  const bank = await startSandboxServer(
    {
      gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
      providerKey: PROVIDER_KEY,
      billerId: config.provider.billerId,
      dataDir,
      log: testDeps({} as Db, config).log,
    },
    port,
  );
  closeAfterFile(() => bank.close());
  const url = `http://127.0.0.1:${bank.port}`;

  async function call<Answer>(place: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${url}/api/${place}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const book = () => call<Book>('book');

  return {
    url,
    close: () => bank.close(),
    /** Returns the callbacks that report the payment. */
    pay: async (qrData: string) =>
      (await call<{ callbacks: readonly BankCallback[] }>('payments', { qrData })).callbacks,
    /** The callbacks that report the outcome of a charge. */
    callbacksOfCharge: async (orderId: string) =>
      (await call<{ callbacks: readonly BankCallback[] }>(`charges/${orderId}`)).callbacks,
    decide: (kind: 'payouts' | 'refunds', orderId: string, outcome: 'succeed' | 'fail') =>
      call(`${kind}/${orderId}/decide`, { outcome }),
    repeat: ({ callbackId }: BankCallback) => call(`callbacks/${callbackId}/send`, {}),
    /** The decided payouts, refunds and charges, by order. */
    async outcomes(): Promise<ReadonlyMap<string, BookedRequest>> {
      const { payouts, refunds, charges } = await book();
      return new Map([...payouts, ...refunds, ...charges].map((each) => [each.orderId, each]));
    },
    /** Everything that moved money. */
    async statement(): Promise<readonly StatementLine[]> {
      const { transfers, payouts, refunds, charges } = await book();
      const hasMoved = ({ state }: BookedRequest) => state === 'succeeded';
      const line = (each: Omit<BookedRequest, 'state'>, direction: 'in' | 'out') => ({
        transactionId: each.transactionId,
        order: each.orderId,
        amountSatang: each.amountSatang,
        direction,
      });
      return [
        ...[...transfers, ...charges.filter(hasMoved)].map((each) => line(each, 'in')),
        ...[...payouts, ...refunds].filter(hasMoved).map((each) => line(each, 'out')),
      ];
    },
  };
}
