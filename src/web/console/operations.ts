import type { Operation } from '../../http/operation';
import { consoleExceptionOperations } from './exceptions/operations';
import { consoleJoinOperations } from './join/operations';
import { consoleMerchantOperations } from './merchants/operations';
import { consoleOrderOperations } from './orders/operations';
import { overviewOperations } from './overview/operations';
import { consoleActivityOperations } from './settings/activity/operations';
import { consoleOperatorOperations } from './settings/operators/operations';
import { consoleProfileOperations } from './settings/profile/operations';
import { consoleSignInOperations } from './sign-in/operations';

/** All pages and form actions of the console, one folder per page. */
export const consoleOperations: readonly Operation[] = [
  ...consoleJoinOperations,
  ...consoleSignInOperations,
  ...overviewOperations,
  ...consoleExceptionOperations,
  ...consoleOrderOperations,
  ...consoleMerchantOperations,
  ...consoleOperatorOperations,
  ...consoleActivityOperations,
  ...consoleProfileOperations,
];
