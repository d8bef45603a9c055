import type { Operation } from '../../http/operation';
import { consoleAccountOperations } from './account';
import { consoleApprovalOperations } from '../../approvals/pages/console/operations';
import { consoleExceptionOperations } from '../../exceptions/pages/operations';
import { consoleBusinessOperations } from '../../business/pages/console/operations';
import { consoleMerchantOperations } from '../../merchants/pages/console/operations';
import { consoleOrderOperations } from '../../orders/pages/console/operations';
import { overviewOperations } from '../../reports/pages/console/operations';
import { consolePriceOperations } from '../../fees/pages/console/operations';
import { consoleMaturityOperations } from '../../maturity/pages/console/operations';
import { consoleProviderAccountOperations } from '../../providers/pages/console';
import { consoleRefusedCallbackOperations } from '../../orders/callbacks/pages/operations';
import { consoleRefundOperations } from '../../orders/refund/pages/console/operations';
import { consoleRoutingOperations } from '../../providers/pages/routing/operations';

export const consoleOperations: readonly Operation[] = [
  ...consoleAccountOperations,
  ...overviewOperations,
  ...consoleExceptionOperations,
  ...consoleApprovalOperations,
  ...consoleRefusedCallbackOperations,
  ...consoleRefundOperations,
  ...consoleOrderOperations,
  ...consoleMerchantOperations,
  ...consoleBusinessOperations,
  ...consolePriceOperations,
  ...consoleMaturityOperations,
  ...consoleRoutingOperations,
  ...consoleProviderAccountOperations,
];
