import type { Resolution } from '../../../domain/exception';

/** The texts of one resolution. `money` is the amount that the resolution is about. */
export interface Way {
  readonly name: string;
  /** When the resolution applies. */
  readonly when: string;
  /** What it posts. */
  readonly does: (money: string) => string;
}

/** Names that differ for a payout that is still open. */
const waysOut: Readonly<Partial<Record<Resolution, Way>>> = {
  release: {
    name: 'It was not paid: free what is held',
    when: 'The provider says, on another way, that the money has not left and will not.',
    does: (money: string) =>
      `The order fails and its merchant is told; ${money} goes from held to available again.`,
  },
  complete: {
    name: 'It was paid',
    when: 'The provider says, on another way, that the money has left.',
    does: (money: string) =>
      `The order succeeds and its merchant is told; ${money} leaves the held balance.`,
  },
};

export const en = {
  open: 'Open',
  resolved: 'Resolved',
  state: 'State',
  all: 'All kinds',
  kind: 'Kind',
  filter: 'Show',
  none: 'Nothing waits for a decision',
  noneHint: 'What the provider says and no rule can settle comes here.',
  noneResolved: 'Nothing has been resolved yet',
  opened: 'Opened',
  about: 'About',
  money: 'Money',
  merchant: 'Merchant',
  unknownMerchant: 'Nobody known',
  kinds: {
    conflict: 'Contradiction',
    amount_mismatch: 'Another amount',
    duplicate_payment: 'Paid twice',
    duplicate_payout: 'Sent twice',
    duplicate_transaction: 'Transfer id of another order',
    too_many_movements: 'Too many transfers',
    unknown_outcome: 'Unknown outcome',
    unknown_order: 'Unknown order',
  },
  kindHints: {
    conflict: 'The provider contradicts how the order has ended, or reports too little to act on.',
    amount_mismatch: 'The provider tells of another sum than the order asked for.',
    duplicate_payment: 'A second transfer came for an order that had been paid.',
    duplicate_payout: 'The provider reports a second transfer out for one order.',
    duplicate_transaction:
      'The provider reports a transfer id that is booked for another order. That order keeps it.',
    too_many_movements:
      'The provider reports more transfers than are recorded for one order. No money moved here.',
    unknown_outcome: 'Nobody can say whether the provider did what it was asked to do.',
    unknown_order: 'The provider tells of money for an order that we do not know.',
  },
  orders: { payment: 'Payment', deposit: 'Deposit', withdrawal: 'Withdrawal', refund: 'Refund' },
  suspended: 'Waits in suspense',
  nothingSuspended: 'No money waits for it',
  order: 'Order',
  balance: "The merchant's balance",
  balanceOf: (available: string, held: string) => `${available} available, ${held} held`,
  decide: 'Decide',
  decideHint: 'Choose what happened. You will see what would be posted before anything is.',
  choose: 'Look at it',
  mayNot: 'Your role looks only. An operator decides.',
  decided: 'How it was resolved',
  decidedBy: 'By',
  decidedAs: 'As',
  reason: 'Reason',
  reasonHint: 'Kept with the decision: what you checked, and where. At least a sentence.',
  wouldPost: 'What would be posted',
  postsNothing: 'Nothing: no money moves.',
  from: 'From',
  to: 'To',
  balanceAfter: 'The balance afterwards',
  confirm: 'Resolve',
  divide: 'Divide the amount',
  divideHint: (money: string, exactly: boolean) =>
    exactly ? `Together exactly ${money}.` : `Together at most ${money}.`,
  preview: 'Show what this would post',
  doesNotFit: 'These amounts do not fit. Nothing can be posted.',
  rest: 'This is less than the order. What becomes of the rest?',
  rests: { paid_in_full: 'Paid in full', leave_open: 'Leave open for the rest' },
  restHints: {
    paid_in_full: 'The order succeeds with the amount that came.',
    leave_open: 'The merchant gets this now. The order waits for the rest.',
  },
  assignOrder: 'Order id',
  assignMerchant: 'Merchant id, where no order fits',
  assignHint: 'Fill in one of the two.',
  correct: 'Correct this resolution',
  correctHint: 'Posts the opposite and opens the exception again. Both stay in the audit log.',
  correctConfirm: 'Correct',
  confirmTitle: (way: string) => `Resolve: ${way}`,
  final: 'A wrong resolution is not removed: it is corrected by opposite postings.',
  back: 'Back to the exception',
  accounts: {
    available: "The merchant's available balance",
    held: "The merchant's held balance",
    provider_clearing: 'Our account at the provider',
    suspense: 'Suspense',
    written_off: 'Written off',
  },
  waysIn: {
    accept: {
      name: "It is the merchant's",
      when: 'The payer meant this merchant to have it.',
      does: (money: string) =>
        `${money} goes from suspense to the merchant's available balance. It can be paid out then.`,
    },
    return: {
      name: 'It went back to the payer',
      when: 'You have had the provider send it back.',
      does: (money: string) =>
        `${money} leaves suspense: our books follow the transfer back. This sends no money.`,
    },
    write_off: {
      name: 'It is nobody’s',
      when: 'Neither the merchant nor the payer can be given it.',
      does: (money: string) => `${money} goes from suspense to what is written off.`,
    },
    assign: {
      name: 'Assign it',
      when: 'You know the order or the merchant that the money belongs to.',
      does: (money: string) =>
        `${money} leaves suspense for the order or the merchant that you name.`,
    },
    credit: {
      name: 'Credit the merchant',
      when: 'The money has come in, or has come back to us.',
      does: (money: string) => `${money} goes to the merchant's available balance.`,
    },
    charge: {
      name: 'Charge the merchant',
      when: 'The money has left after all, and the merchant bears it.',
      does: (money: string) => `${money} is taken from the merchant's available balance.`,
    },
    absorb: {
      name: 'Bear it ourselves',
      when: 'The money has left after all, and it is our loss.',
      does: (money: string) => `${money} is written off. The merchant's balance stays as it is.`,
    },
    release: {
      name: 'It was not done: let the order fail',
      when: 'The provider says, on another way, that no money came.',
      does: () => 'The order fails and its merchant is told. No money moves.',
    },
    complete: {
      name: 'It was done',
      when: 'The provider says, on another way, that the money has left.',
      does: (money: string) =>
        `${money} leaves the merchant's held balance, and its merchant is told.`,
    },
    dismiss: {
      name: 'There is nothing to post',
      when: 'The books are right as they stand.',
      does: () => 'The exception is closed. No money moves.',
    },
  },
  waysOut,
  faults: {
    resolved: 'Somebody has resolved it already. Nothing was posted now.',
    unfit: 'It cannot be resolved in this way any more: the order has changed. Look at it again.',
    followed: 'The books have followed the provider about this order already: only dismiss it.',
    ended: 'The order has ended in the meantime. Look at it again.',
    asking: 'The provider is being asked at this moment. Try again in a minute.',
    refunded: 'More of the payment has been refunded than would be left. Nothing was posted.',
    rest: 'Say whether the order is paid in full or stays open. Nothing was posted.',
    reason: 'The reason is too short: at least 10 characters. Nothing was posted.',
    assignee: 'There is no such order or merchant that can have this money. Nothing was posted.',
    uncorrectable: 'This resolution cannot be corrected. Nothing was posted.',
    balance: 'The available balance of the merchant is too small for this. Nothing was posted.',
  },
  others: 'Other exceptions of this order',
  next: 'Next',
  first: 'First',
};

export type ExceptionTexts = typeof en;
