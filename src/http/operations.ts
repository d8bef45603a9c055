import type { Config } from '../config';
import { balanceOperations } from './balance/operations';
import { callbackOperations } from './callbacks/operations';
import { consoleOperations } from './console/operations';
import { dashboardOperations } from './dashboard/operations';
import { depositOperations } from './deposits/operations';
import { describingOperations } from './openapi/operations';
import type { Operation } from './operation';
import { opsOperations } from './ops/operations';
import { pageOperations } from './pages/operations';
import { paymentOperations } from './payments/operations';
import { qrCodeOperations } from './qr-codes/operations';
import { refundOperations } from './refunds/operations';
import { sandboxOperations } from './sandbox/operations';
import { transactionOperations } from './transactions/operations';
import { webhookOperations } from './webhooks/operations';
import { withdrawalOperations } from './withdrawals/operations';

/** Every operation of a deployment: its routes and its description are made from these. */
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
