import type { Knex } from 'knex';
import * as foundation from './0001-foundation';
import * as bankTransfers from './0002-bank-transfers';
import * as refundsAndTokens from './0003-refunds-and-tokens';
import * as orderCounts from './0004-order-counts';
import * as ordersListed from './0005-orders-listed';
import * as webhookManagement from './0006-webhook-management';
import * as unknownOrdersOnce from './0008-unknown-orders-once';
import * as payoutLimits from './0009-payout-limits';
import * as dashboard from './0010-dashboard';
import * as moneyDays from './0011-money-days';
import * as operators from './0012-operators';
import * as apiRequests from './0014-api-requests';
import * as orderStory from './0015-order-story';
import * as orderSearch from './0013-order-search';
import * as requestObjects from './0016-request-objects';
import * as requestOrigins from './0028-request-origins';
import * as formerPasswords from './0025-former-passwords';
import * as searchReferences from './0031-search-references';
import * as searchTransfers from './0032-search-transfers';
import * as deploymentMode from './0022-deployment-mode';
import * as eventSubscribers from './0037-event-subscribers';
import * as signInSafety from './0026-sign-in-safety';
import * as payoutsHeld from './0027-payouts-held';
import * as movements from './0017-movements';
import * as movementsBooked from './0018-movements-booked';
import * as auditHeadsAdvance from './0023-audit-heads-advance';
import * as payerMatches from './0039-payer-matches';
import * as searchPayersAndAmounts from './0040-search-payers-and-amounts';
import * as providerAccounts from './0041-provider-accounts';

interface Migration {
  readonly name: string;
  readonly steps: {
    /** If absent, the migration runs in a transaction. */
    readonly config?: { readonly transaction: boolean };
    up(knex: Knex): Promise<void>;
    down(knex: Knex): Promise<void>;
  };
}

/** In order of execution. Append only. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', steps: foundation },
  { name: '0002-bank-transfers', steps: bankTransfers },
  { name: '0003-refunds-and-tokens', steps: refundsAndTokens },
  { name: '0004-order-counts', steps: orderCounts },
  { name: '0005-orders-listed', steps: ordersListed },
  { name: '0006-webhook-management', steps: webhookManagement },
  { name: '0008-unknown-orders-once', steps: unknownOrdersOnce },
  { name: '0009-payout-limits', steps: payoutLimits },
  { name: '0010-dashboard', steps: dashboard },
  { name: '0011-money-days', steps: moneyDays },
  { name: '0012-operators', steps: operators },
  { name: '0014-api-requests', steps: apiRequests },
  { name: '0015-order-story', steps: orderStory },
  { name: '0013-order-search', steps: orderSearch },
  { name: '0016-request-objects', steps: requestObjects },
  { name: '0025-former-passwords', steps: formerPasswords },
  { name: '0031-search-references', steps: searchReferences },
  { name: '0032-search-transfers', steps: searchTransfers },
  { name: '0022-deployment-mode', steps: deploymentMode },
  { name: '0028-request-origins', steps: requestOrigins },
  { name: '0037-event-subscribers', steps: eventSubscribers },
  { name: '0026-sign-in-safety', steps: signInSafety },
  { name: '0027-payouts-held', steps: payoutsHeld },
  { name: '0017-movements', steps: movements },
  { name: '0018-movements-booked', steps: movementsBooked },
  { name: '0023-audit-heads-advance', steps: auditHeadsAdvance },
  { name: '0039-payer-matches', steps: payerMatches },
  { name: '0040-search-payers-and-amounts', steps: searchPayersAndAmounts },
  { name: '0041-provider-accounts', steps: providerAccounts },
];
