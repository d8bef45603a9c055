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
import * as accountsInTheDatabase from './0042-accounts-in-the-database';
import * as providerRefs from './0043-provider-refs';
import * as orderInquiries from './0044-order-inquiries';
import * as orderRouting from './0045-order-routing';
import * as manualRequests from './0046-manual-requests';
import * as requestHints from './0047-request-hints';
import * as providerExchanges from './0049-provider-exchanges';
import * as routingRules from './0050-routing-rules';
import * as providerQrCodes from './0051-provider-qr-codes';
import * as accountHealth from './0052-account-health';
import * as partitions from './0053-partitions';
import * as partitionedLogs from './0054-partitioned-logs';
import * as answeredInquiries from './0060-answered-inquiries';
import * as merchantQuotas from './0074-merchant-quotas';
import * as traceParents from './0070-trace-parents';
import * as restores from './0072-restores';
import * as reversedMoney from './0061-reversed-money';
import * as orderStates from './0064-order-states';
import * as pendingRows from './0065-pending-rows';
import * as fewerIndexEntries from './0066-fewer-index-entries';
import * as statusChangesByOrder from './0067-status-changes-by-order';
import * as requestDenials from './0062-request-denials';
import * as refundedInFull from './0071-refunded-in-full';
import * as acceptedRequests from './0077-accepted-requests';
import * as approvals from './0084-approvals';
import * as unapprovedRequests from './0085-unapproved-requests';
import * as unapprovedKeys from './0086-unapproved-keys';
import * as payeeDigests from './0087-payee-digests';
import * as keyPermissions from './0089-key-permissions';
import * as keyLimits from './0090-key-limits';
import * as dataKeys from './0093-envelope-keys';
import * as requiredActions from './0078-required-actions';
import * as plannedLooks from './0079-planned-looks';
import * as subjects from './0098-subjects';
import * as secondFactors from './0080-second-factors';
import * as erasures from './0094-erasures';
import * as sealedMails from './0095-sealed-mails';
import * as sealedPeople from './0100-sealed-people';
import * as addressDigests from './0101-address-digests';
import * as dayRules from './0106-approval-rules-per-day';
import * as triggersWithoutConditions from './0107-triggers-without-conditions';
import * as earlyVacuums from './0108-early-vacuums';

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
  { name: '0042-accounts-in-the-database', steps: accountsInTheDatabase },
  { name: '0043-provider-refs', steps: providerRefs },
  { name: '0044-order-inquiries', steps: orderInquiries },
  { name: '0045-order-routing', steps: orderRouting },
  { name: '0046-manual-requests', steps: manualRequests },
  { name: '0047-request-hints', steps: requestHints },
  { name: '0049-provider-exchanges', steps: providerExchanges },
  { name: '0050-routing-rules', steps: routingRules },
  { name: '0051-provider-qr-codes', steps: providerQrCodes },
  { name: '0052-account-health', steps: accountHealth },
  { name: '0053-partitions', steps: partitions },
  { name: '0054-partitioned-logs', steps: partitionedLogs },
  { name: '0060-answered-inquiries', steps: answeredInquiries },
  { name: '0070-trace-parents', steps: traceParents },
  { name: '0074-merchant-quotas', steps: merchantQuotas },
  { name: '0061-reversed-money', steps: reversedMoney },
  { name: '0064-order-states', steps: orderStates },
  { name: '0065-pending-rows', steps: pendingRows },
  { name: '0066-fewer-index-entries', steps: fewerIndexEntries },
  { name: '0067-status-changes-by-order', steps: statusChangesByOrder },
  { name: '0062-request-denials', steps: requestDenials },
  { name: '0071-refunded-in-full', steps: refundedInFull },
  { name: '0072-restores', steps: restores },
  { name: '0077-accepted-requests', steps: acceptedRequests },
  { name: '0084-approvals', steps: approvals },
  { name: '0085-unapproved-requests', steps: unapprovedRequests },
  { name: '0086-unapproved-keys', steps: unapprovedKeys },
  { name: '0087-payee-digests', steps: payeeDigests },
  { name: '0089-key-permissions', steps: keyPermissions },
  { name: '0093-envelope-keys', steps: dataKeys },
  { name: '0080-second-factors', steps: secondFactors },
  { name: '0078-required-actions', steps: requiredActions },
  { name: '0094-erasures', steps: erasures },
  { name: '0090-key-limits', steps: keyLimits },
  { name: '0095-sealed-mails', steps: sealedMails },
  { name: '0079-planned-looks', steps: plannedLooks },
  { name: '0098-subjects', steps: subjects },
  { name: '0100-sealed-people', steps: sealedPeople },
  { name: '0101-address-digests', steps: addressDigests },
  { name: '0106-approval-rules-per-day', steps: dayRules },
  { name: '0107-triggers-without-conditions', steps: triggersWithoutConditions },
  { name: '0108-early-vacuums', steps: earlyVacuums },
];
