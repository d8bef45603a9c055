import { readConfig, type Config } from './config';
import { approvalOperations } from './approvals/api/operations';
import { priceOperations } from './fees/api/operations';
import { balanceOperations } from './ledger/api/balance/operations';
import { callbackOperations } from './orders/callbacks/api/operations';
import { consoleOperations } from './pages/console/operations';
import { dashboardOperations } from './pages/dashboard/operations';
import { depositOperations } from './orders/deposit/api/operations';
import type { ApiDeps } from './http/api-deps';
import { createApp } from './http/app';
import { listenersOf } from './http/listeners';
import { createRateLimits } from './http/middleware/rate-limits';
import { audiences, documentNames, type Audience } from './http/openapi/audience';
import { openApiDocument } from './http/openapi/document';
import { describingOperations } from './http/openapi/operations';
import type { Operation } from './http/operation';
import { listen, type Listening } from './http/server';
import { publicLinkOperations } from './links/pages/public/operations';
import { linkOperations } from './links/api/operations';
import { monthlyMailOperations } from './links/api/monthly';
import { unsubscribeOperations } from './links/pages/public/unsubscribe';
import { opsOperations } from './reports/api/operations';
import { pageOperations, sandboxPayOperations } from './orders/checkout/operations';
import { paymentOperations } from './orders/payment/api/operations';
import { qrCodeOperations } from './orders/payment/api/qr-codes/operations';
import { refundOperations } from './orders/refund/api/operations';
import { sandboxOperations } from './orders/sandbox/api/operations';
import { transactionOperations } from './orders/transactions/api/operations';
import { wellKnownOperations } from './reports/api/well-known';
import { webhookOperations } from './webhooks/api/operations';
import { withdrawalOperations } from './orders/withdrawal/api/operations';
import { statementOperations } from './statements/api/operations';
import { docsOperations } from './pages/docs/operations';
import { brandOperations } from './pages/kit/brand';
import { problemPageOf } from './pages/problem-page';

/** The routes and the OpenAPI documents are generated from these. */
export function operationsOf({ mode }: Pick<Config, 'mode'>): readonly Operation[] {
  const operations: Operation[] = [
    ...qrCodeOperations,
    ...paymentOperations,
    ...linkOperations,
    ...monthlyMailOperations,
    ...refundOperations,
    ...transactionOperations,
    ...depositOperations,
    ...withdrawalOperations,
    ...balanceOperations,
    ...priceOperations,
    ...statementOperations,
    ...approvalOperations,
    ...webhookOperations,
    ...callbackOperations,
    ...pageOperations,
    ...publicLinkOperations,
    ...unsubscribeOperations,
    ...brandOperations,
    ...dashboardOperations,
    ...consoleOperations,
    ...opsOperations,
    ...wellKnownOperations,
    ...docsOperations,
    ...(mode === 'sandbox' ? [...sandboxOperations, ...sandboxPayOperations] : []),
  ];
  operations.push(...describingOperations(operations));
  return operations;
}

export const createGatewayApp = (deps: ApiDeps) =>
  createApp(deps, operationsOf(deps.config), problemPageOf(deps.config.brand));

/** Every listener has the same rate limits. Rejects as `listen` does. */
export async function serveGateway(
  deps: ApiDeps,
  timeouts?: Parameters<typeof listen>[3],
): Promise<Omit<Listening, 'port'> & { readonly ports: Readonly<Record<string, number>> }> {
  const { config } = deps;
  const limits = createRateLimits(deps);
  const servers = await Promise.all(
    listenersOf(config, operationsOf(config)).map(async ({ name, host, port, operations }) => {
      const app = createApp(deps, operations, problemPageOf(config.brand), limits);
      const http = { ...config.http, host, port, name };
      return [name, await listen(app, http, deps, timeouts)] as const;
    }),
  );
  const all = async (act: (server: Listening) => Promise<void>): Promise<void> => {
    await Promise.all(servers.map(([, server]) => act(server)));
  };
  return {
    ports: Object.fromEntries(servers.map(([name, { port }]) => [name, port])),
    drain: (forMs) => all((server) => server.drain(forMs)),
    close: () => all((server) => server.close()),
  };
}

/** For a sandbox with default settings, by their names in docs. */
export function openApiFiles(): Readonly<Record<string, string>> {
  const config = readConfig({});
  const operations = operationsOf(config);
  const textOf = (audience: Audience) =>
    `${JSON.stringify(openApiDocument(operations, config, audience), null, 2)}\n`;
  return Object.fromEntries(audiences.map((each) => [documentNames[each], textOf(each)]));
}
