import type { Config } from './config';
import { readConfig } from './config';
import { balanceOperations } from './api/balance/operations';
import { callbackOperations } from './api/callbacks/operations';
import { consoleOperations } from './web/console/operations';
import { dashboardOperations } from './web/dashboard/operations';
import { depositOperations } from './api/deposits/operations';
import type { ApiDeps } from './http/api-deps';
import { createApp } from './http/app';
import { openApiDocument } from './http/openapi/document';
import { describingOperations } from './http/openapi/operations';
import type { Operation } from './http/operation';
import { opsOperations } from './api/ops/operations';
import { pageOperations } from './web/checkout/operations';
import { paymentOperations } from './api/payments/operations';
import { qrCodeOperations } from './api/qr-codes/operations';
import { refundOperations } from './api/refunds/operations';
import { sandboxOperations } from './api/sandbox/operations';
import { transactionOperations } from './api/transactions/operations';
import { webhookOperations } from './api/webhooks/operations';
import { withdrawalOperations } from './api/withdrawals/operations';
import { problemPage } from './web/problem-page';

/** All operations of a deployment. The routes and the OpenAPI document are generated from them. */
export function operationsOf({ mode }: Pick<Config, 'mode'>): readonly Operation[] {
  const operations: Operation[] = [
    ...qrCodeOperations,
    ...paymentOperations,
    ...refundOperations,
    ...transactionOperations,
    ...depositOperations,
    ...withdrawalOperations,
    ...balanceOperations,
    ...webhookOperations,
    ...callbackOperations,
    ...pageOperations,
    ...dashboardOperations,
    ...consoleOperations,
    ...opsOperations,
    ...(mode === 'sandbox' ? sandboxOperations : []),
  ];
  operations.push(...describingOperations(operations));
  return operations;
}

/** The whole HTTP application: API, dashboard, console, checkout and operations endpoints. */
export const createGatewayApp = (deps: ApiDeps) =>
  createApp(deps, operationsOf(deps.config), problemPage);

/** The text of docs/openapi.json: the document of a sandbox with default settings. */
export function openApiFile(): string {
  const config = readConfig({});
  return `${JSON.stringify(openApiDocument(operationsOf(config), config), null, 2)}\n`;
}
