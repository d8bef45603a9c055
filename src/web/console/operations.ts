import type { Operation } from '../../http/operation';
import { consoleAccountOperations } from './account';
import { consoleExceptionOperations } from './exceptions/operations';
import { consoleMerchantOperations } from './merchants/operations';
import { consoleOrderOperations } from './orders/operations';
import { overviewOperations } from './overview/operations';

/** All pages and form actions of the console, one folder per page. */
export const consoleOperations: readonly Operation[] = [
  ...consoleAccountOperations,
  ...overviewOperations,
  ...consoleExceptionOperations,
  ...consoleOrderOperations,
  ...consoleMerchantOperations,
];
