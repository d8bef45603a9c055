import type { Operation } from '../../http/operation';
import { consoleAccountOperations } from './account';
import { consoleApprovalOperations } from './approvals/operations';
import { consoleExceptionOperations } from './exceptions/operations';
import { consoleMerchantOperations } from './merchants/operations';
import { consoleOrderOperations } from './orders/operations';
import { overviewOperations } from './overview/operations';
import { consoleProviderAccountOperations } from './provider-accounts';
import { consoleRefusedCallbackOperations } from './refused-callbacks/operations';
import { consoleRefundOperations } from './refunds/operations';
import { consoleRoutingOperations } from './routing/operations';

export const consoleOperations: readonly Operation[] = [
  ...consoleAccountOperations,
  ...overviewOperations,
  ...consoleExceptionOperations,
  ...consoleApprovalOperations,
  ...consoleRefusedCallbackOperations,
  ...consoleRefundOperations,
  ...consoleOrderOperations,
  ...consoleMerchantOperations,
  ...consoleRoutingOperations,
  ...consoleProviderAccountOperations,
];
