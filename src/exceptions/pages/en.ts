import { accountTexts } from '../../ledger/pages/ledger-texts';
import type { Resolution } from '../rules/exception';

/** `money` is the amount that the resolution posts, formatted. */
export interface Way {
  readonly name: string;
  readonly when: string;
  readonly does: (money: string) => string;
}

/** Resolutions that are worded differently while a payout is open. */
const waysOut: Readonly<Partial<Record<Resolution, Way>>> = {
  release: {
    name: 'Mark as failed and release the held amount',
    when: 'The provider confirmed through another channel that no money was or will be sent.',
    does: (money: string) =>
      `The order fails and the merchant is notified. ${money} moves from held back to available.`,
  },
  complete: {
    name: 'Mark as paid',
    when: 'The provider confirmed through another channel that the money was sent.',
    does: (money: string) =>
      `The order succeeds and the merchant is notified. ${money} leaves the held balance.`,
  },
};

export const en = {
  open: 'Open',
  resolved: 'Resolved',
  state: 'Status',
  all: 'All kinds',
  kind: 'Kind',
  filter: 'Show',
  none: 'No open exceptions',
  noneHint: 'Reports of the provider that need a decision appear here.',
  noneResolved: 'No resolved exceptions yet',
  search: 'Find an exception',
  searchHint:
    'ID of the order or exception, Ref 1, start of the reference, bank transaction ID, ' +
    'account of the payer, or amount',
  press: 'Find',
  noMatch: 'No matching exceptions',
  noMatchHint: 'Look among the others by the tabs, or change the search.',
  payer: 'Payer',
  owner: 'Owner',
  owners: { anyone: 'Everyone’s', mine: 'Mine', nobody: 'Without an owner' },
  noOwner: 'Nobody',
  takeOn: 'Take on',
  takeOver: 'Take over',
  giveBack: 'Give back',
  opened: 'Opened',
  about: 'Order',
  money: 'Amount',
  merchant: 'Merchant',
  unknownMerchant: 'Unknown',
  kinds: {
    conflict: 'Contradiction',
    amount_mismatch: 'Amount mismatch',
    duplicate_payment: 'Paid twice',
    duplicate_payout: 'Sent twice',
    duplicate_transaction: 'Transaction ID of another order',
    too_many_movements: 'Too many transfers',
    unknown_outcome: 'Unknown outcome',
    unknown_order: 'Unknown order',
    beyond_link: 'Payment link ended',
  },
  kindHints: {
    conflict:
      'The provider contradicts the outcome of the order, or reported too little to act on.',
    amount_mismatch: 'The provider reported a different amount than the order.',
    duplicate_payment: 'A second transfer arrived for an order that was already paid.',
    duplicate_payout: 'The provider reported a second transfer out for one order.',
    duplicate_transaction:
      'The provider reported a transaction ID of another order, which keeps the money.',
    too_many_movements:
      'The provider reported more transfers than are recorded for one order. No money was posted.',
    unknown_outcome:
      'It is unknown whether the provider executed the order, or it was not ready for 3 days.',
    unknown_order: 'The provider reported money for an order we cannot find.',
    beyond_link:
      'The payment link had been sold out or stopped when the money arrived. Nothing was credited.',
  },
  suspended: 'Held in suspense',
  nothingSuspended: 'Nothing in suspense',
  order: 'Order',
  balance: "The merchant's balance",
  balanceOf: (available: string, held: string) => `${available} available, ${held} held`,
  decide: 'Decide',
  decideHint: 'Choose what happened. You can review the postings before anything is posted.',
  choose: 'Preview',
  mayNot: 'Your role is view-only.',
  decided: 'Resolution',
  decidedBy: 'Resolved by',
  decidedAs: 'Resolved as',
  reason: 'Reason',
  reasonHint: 'Stored with the decision: what you checked and where. At least 10 characters.',
  wouldPost: 'Postings to be made',
  wouldReverse: 'Resolution to be reversed',
  waits: 'Waiting for approval',
  waitsHint: 'An operator has proposed a decision. Another operator approves or rejects it.',
  waitsLink: 'Open the request',
  postsNothing: 'None. No money moves.',
  from: 'From',
  to: 'To',
  balanceAfter: 'Balance after posting',
  confirm: 'Resolve',
  divide: 'Divide the amount',
  divideHint: (money: string, exactly: boolean) =>
    exactly ? `Together exactly ${money}.` : `Together at most ${money}.`,
  preview: 'Preview postings',
  doesNotFit: 'The amounts do not add up. Nothing can be posted.',
  rest: 'This is less than the order amount. What happens to the rest?',
  rests: { paid_in_full: 'Paid in full', leave_open: 'Leave open for the rest' },
  restHints: {
    paid_in_full: 'The order succeeds with the amount received.',
    leave_open: 'The merchant is credited now. The order stays open for the rest.',
  },
  candidates: 'Orders it may be for',
  candidatesHint: 'The same amount, created in the 30 days before; those of its payer first.',
  noCandidates: 'No order of this amount. Search for one, or name the merchant.',
  samePayer: 'Expected from this payer',
  otherPayer: 'Expected from another payer',
  assignTo: 'Order or merchant',
  assignHint:
    'ID or reference of a payment or deposit, or the ID of the merchant if no order matches.',
  assignedTo: 'Assigned to',
  fee: 'Fee',
  feeOf: (fee: string, vat: string) => `${fee} and ${vat} VAT`,
  ofWhich: (credited: string) => `${credited} credited`,
  correct: 'Correct this resolution',
  correctHint: 'Posts the opposite and opens the exception again. Both stay in the audit log.',
  correctConfirm: 'Correct',
  confirmTitle: (way: string) => `Resolve: ${way}`,
  final: 'A resolution cannot be deleted. It can be corrected with opposite postings.',
  back: 'Back to the exception',
  accounts: accountTexts('en'),
  waysIn: {
    accept: {
      name: 'Credit the merchant from suspense',
      when: 'The payer intended this merchant to receive it.',
      does: (money: string) =>
        `${money} moves from suspense to the merchant's available balance and can be paid out.`,
    },
    refund: {
      name: 'Return to the payer',
      when: 'The payer sent it by mistake, such as twice.',
      does: (money: string) =>
        `${money} is credited to the merchant and refunded to the account that sent it.`,
    },
    return: {
      name: 'Already returned to the payer',
      when: 'The provider returned the money at your request.',
      does: (money: string) =>
        `${money} leaves suspense. This records the return and sends no money.`,
    },
    write_off: {
      name: 'Write it off',
      when: 'Neither the merchant nor the payer can receive it.',
      does: (money: string) => `${money} moves from suspense to written-off money.`,
    },
    assign: {
      name: 'Assign to an order or merchant',
      when: 'You know which order or merchant the money belongs to.',
      does: (money: string) =>
        `${money} moves from suspense to the order or merchant that you enter.`,
    },
    credit: {
      name: 'Credit the merchant',
      when: 'The money arrived, or was returned to us.',
      does: (money: string) => `${money} is added to the merchant's available balance.`,
    },
    charge: {
      name: 'Charge the merchant',
      when: 'The money was sent after all, and the merchant bears the cost.',
      does: (money: string) => `${money} is deducted from the merchant's available balance.`,
    },
    absorb: {
      name: 'Absorb the loss',
      when: 'The money was sent after all, and we bear the cost.',
      does: (money: string) => `${money} is written off. The merchant's balance does not change.`,
    },
    lose: {
      name: 'Record the loss',
      when: 'The bank took back money that had already been returned to its payer.',
      does: (money: string) => `${money} is written off. The merchant's balance does not change.`,
    },
    release: {
      name: 'Mark as failed',
      when: 'The provider confirmed through another channel that no money arrived.',
      does: () => 'The order fails and the merchant is notified. No money moves.',
    },
    complete: {
      name: 'Mark as completed',
      when: 'The provider confirmed through another channel that the money was sent.',
      does: (money: string) =>
        `${money} leaves the merchant's held balance, and the merchant is notified.`,
    },
    pay_elsewhere: {
      name: 'Pay from another provider account',
      when: 'The provider confirmed in writing that it has not made the payout and will not.',
      does: () =>
        'The next provider account makes the payout. Quote the provider’s denial as the reason. ' +
        'This cannot be corrected.',
    },
    dismiss: {
      name: 'Close without posting',
      when: 'The ledger is correct as it is.',
      does: () => 'The exception closes. No money moves.',
    },
  },
  waysOut,
  faults: {
    changed: 'The exception or its owner has changed. Nothing was changed by you.',
    awaiting_approval:
      'A decision about this exception already waits for approval. Nothing was proposed.',
    resolved: 'This exception is already resolved. Nothing was posted.',
    unfit: 'This resolution is no longer possible because the order changed. Review it again.',
    waits: 'An earlier report of the same bank transfer has to be resolved first.',
    ended: 'The order ended in the meantime. Review it again.',
    asking: 'A status check with the provider is in progress. Try again in a minute.',
    proposed: 'A proposal to record the refund as paid is waiting for approval. Decide it first.',
    refunded:
      'More has been refunded or charged back than would remain, or a refund is pending. ' +
      'Nothing was posted.',
    rest: 'Choose whether the order is paid in full or stays open. Nothing was posted.',
    reason: 'The reason is too short: at least 10 characters. Nothing was posted.',
    assignee: 'No order or merchant with this ID can receive the money. Nothing was posted.',
    uncorrectable: 'This resolution cannot be corrected. Nothing was posted.',
    unproven:
      'The provider account may have made the payout: it has not denied it since the last ' +
      'submission. Nothing was changed.',
    no_account: 'No other provider account can make this payout. Nothing was changed.',
    payer:
      'The report does not name the account that sent the money. Return it at the bank and ' +
      'record the return. Nothing was posted.',
    refund:
      'The payment cannot be refunded: its provider or its age does not allow it, or payouts of ' +
      'the merchant are on hold or at their daily limit. Nothing was posted.',
    balance: 'Insufficient available balance of the merchant. Nothing was posted.',
  },
  waitsFor: 'Resolve first the exception of an earlier report of the same bank transfer:',
  others: 'Other exceptions of this order',
  next: 'Next',
  first: 'First',
};

export type ExceptionTexts = typeof en;
