import type { Config } from '../config';
import { balanceOperations } from './balance/operations';
import { callbackOperations } from './callbacks/operations';
import { depositOperations } from './deposits/operations';
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

/** Every operation of a deployment: its routes, and later its description, are made from these. */
export function operationsOf({ mode }: Pick<Config, 'mode'>): readonly Operation[] {
  return [
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
    ...opsOperations,
    ...(mode === 'sandbox' ? sandboxOperations : []),
  ];
}
