import type { Knex } from 'knex';
import * as baseline from './0001-baseline';
import * as statements from './0003-statements';
import * as statementsFilled from './0003-statements-filled';
import * as business from './0005-business';
import * as checkouts from './0006-checkouts';
import * as checkoutsChained from './0006-checkouts-chained';
import * as paymentLinks from './0007-payment-links';
import * as paymentLinksIndexed from './0007-payment-links-indexed';
import * as memberMails from './0008-member-mails';
import * as memberMailsIndexed from './0008-member-mails-indexed';
import * as prices from './0009-prices';
import * as paymentLinksReturn from './0007-payment-links-return';
import * as pricesIndexed from './0009-prices-indexed';
import * as maturity from './0010-maturity';
import * as maturityIndexed from './0010-maturity-indexed';
import * as feeTerms from './0011-fee-terms';
import * as providerCosts from './0012-provider-costs';
import * as monthlyMails from './0013-monthly-mails';
import * as costPostings from './0014-cost-postings';
import * as costPostingsIndexed from './0014-cost-postings-indexed';
import * as orderSums from './0015-order-sums';
import * as orderSumsFilled from './0015-order-sums-filled';
import * as expectedCosts from './0016-expected-costs';
import * as formerNames from './0017-former-names';
import * as assignedFees from './0018-assigned-fees';
import * as keptFees from './0019-kept-fees';
import * as exceptionOwners from './0020-exception-owners';

interface Migration {
  readonly name: string;
  readonly steps: {
    /** Absent: in a transaction. */
    readonly config?: { readonly transaction: boolean };
    up(knex: Knex): Promise<void>;
  };
}

/** In the order of execution. Only appended to. */
export const migrations: readonly Migration[] = [
  { name: '0001-baseline', steps: baseline },
  { name: '0003-statements', steps: statements },
  { name: '0003-statements-filled', steps: statementsFilled },
  { name: '0005-business', steps: business },
  { name: '0006-checkouts', steps: checkouts },
  { name: '0007-payment-links', steps: paymentLinks },
  { name: '0007-payment-links-indexed', steps: paymentLinksIndexed },
  { name: '0008-member-mails', steps: memberMails },
  { name: '0008-member-mails-indexed', steps: memberMailsIndexed },
  { name: '0006-checkouts-chained', steps: checkoutsChained },
  { name: '0009-prices', steps: prices },
  { name: '0007-payment-links-return', steps: paymentLinksReturn },
  { name: '0009-prices-indexed', steps: pricesIndexed },
  { name: '0010-maturity', steps: maturity },
  { name: '0010-maturity-indexed', steps: maturityIndexed },
  { name: '0011-fee-terms', steps: feeTerms },
  { name: '0012-provider-costs', steps: providerCosts },
  { name: '0013-monthly-mails', steps: monthlyMails },
  { name: '0014-cost-postings', steps: costPostings },
  { name: '0014-cost-postings-indexed', steps: costPostingsIndexed },
  { name: '0015-order-sums', steps: orderSums },
  { name: '0015-order-sums-filled', steps: orderSumsFilled },
  { name: '0016-expected-costs', steps: expectedCosts },
  { name: '0017-former-names', steps: formerNames },
  { name: '0018-assigned-fees', steps: assignedFees },
  { name: '0019-kept-fees', steps: keptFees },
  { name: '0020-exception-owners', steps: exceptionOwners },
];
