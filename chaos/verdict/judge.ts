import {
  askedAtOneAccount,
  evidenceIsOfItsAccount,
  ordersAreWhereTheBankHasThem,
  payoutsAreMadeOnce,
} from './check-accounts';
import { acceptedCallbacksAreStored } from './check-callbacks';
import { eventsAreAuthentic, eventsAreUnique, eventsArrived } from './check-events';
import { nothingIsPending, workflowsMatchOrders } from './check-leftovers';
import { assignedMoneyHasItsFee, feesFollowThePrice } from './check-fees';
import {
  pendingMatchesOpenDays,
  pendingMoneyIsReleasedOnce,
  refundsTakeWhatIsPending,
} from './check-maturity';
import {
  bankOrdersExist,
  bookingsHaveMovements,
  decisionsFollowTheBank,
  heldMatchesOpenPayouts,
  invariantsHold,
  balancesMatchBank,
  movementsAreBooked,
  sumsAgree,
  unassignedMoneyIsInSuspense,
} from './check-money';
import {
  acceptedOrdersExist,
  noUnexpectedResponses,
  noUnrequestedOrders,
  atMostOneOrder,
  oneResponsePerKey,
} from './check-requests';
import {
  pagesTellTheTruth,
  placesAreKept,
  pressesStartOnePayment,
  renewalsAreMadeOnce,
  returnsArePaidOnce,
} from './check-pages';
import { statesAreExplained } from './check-states';
import type { Check, Facts, Finding } from './facts';

/** The guarantees, by the name that a finding has. */
export const checks = {
  acceptedOrdersExist,
  atMostOneOrder,
  oneResponsePerKey,
  noUnrequestedOrders,
  noUnexpectedResponses,
  acceptedCallbacksAreStored,
  movementsAreBooked,
  bookingsHaveMovements,
  decisionsFollowTheBank,
  bankOrdersExist,
  balancesMatchBank,
  unassignedMoneyIsInSuspense,
  heldMatchesOpenPayouts,
  sumsAgree,
  invariantsHold,
  feesFollowThePrice,
  assignedMoneyHasItsFee,
  pendingMoneyIsReleasedOnce,
  pendingMatchesOpenDays,
  refundsTakeWhatIsPending,
  askedAtOneAccount,
  payoutsAreMadeOnce,
  ordersAreWhereTheBankHasThem,
  evidenceIsOfItsAccount,
  statesAreExplained,
  placesAreKept,
  returnsArePaidOnce,
  pressesStartOnePayment,
  renewalsAreMadeOnce,
  pagesTellTheTruth,
  eventsArrived,
  eventsAreAuthentic,
  eventsAreUnique,
  nothingIsPending,
  workflowsMatchOrders,
} satisfies Readonly<Record<string, Check>>;

export interface Judged extends Finding {
  readonly check: string;
}

/** All findings. Pure. */
export function judge(facts: Facts): readonly Judged[] {
  return Object.entries<Check>(checks).flatMap(([check, find]) =>
    find(facts).map((finding) => ({ check, ...finding })),
  );
}
