import { findBill, type Bill } from './store/bills';
import { Problem } from '../../kernel/rules/problem';
import type {
  BillQuestion,
  BillVerdict,
  ProviderAccount,
  RawCallback,
} from '../../providers/connectors/connector';
import type { Deps } from '../../deps';
import { acceptCallback, senderAt } from './accept-callback';
import { receiveHint } from './receive-hint';

/**
 * Answers a bank that verifies a payment before it takes the money. `verify` and `cancel` change
 * nothing. `confirm` is evidence of the money where callbacks are proofs, and else causes an
 * inquiry; its verdict says whether that is committed.
 */
export async function checkBill(
  deps: Deps,
  account: ProviderAccount,
  question: BillQuestion,
  raw: RawCallback,
): Promise<BillVerdict> {
  if (question.kind === 'confirm' && account.connector.traits.callback === 'proof') {
    return reportMoney(deps, account, question, raw);
  }
  const ref = question.ref.toUpperCase();
  const bill = await findBill(deps.db, account.id, ref);
  if (bill === null) return 'unknown_reference';
  switch (question.kind) {
    case 'verify':
      return verdictOn(bill, question.amountSatang);
    case 'confirm':
      await receiveHint(deps, account, { orderId: ref });
      return 'payable';
    case 'cancel':
      return 'payable';
  }
}

/**
 * | order                               | amount | verdict      |
 * |-------------------------------------|--------|--------------|
 * | succeeded, or with reported money   | any    | already_paid |
 * | expired, failed or past its deadline| any    | expired      |
 * | pending                             | other  | wrong_amount |
 * | pending                             | same   | payable      |
 */
export function verdictOn(bill: Bill, amountSatang: number): BillVerdict {
  if (bill.status === 'succeeded' || bill.hasMoney) return 'already_paid';
  if (bill.status !== 'pending' || bill.isOverdue) return 'expired';
  return amountSatang === bill.amountSatang ? 'payable' : 'wrong_amount';
}

/** Stored like a callback. Money of an unknown order is kept if it is the platform's. */
async function reportMoney(
  deps: Deps,
  account: ProviderAccount,
  { ref, amountSatang, transactionId }: BillQuestion,
  { body }: RawCallback,
): Promise<BillVerdict> {
  try {
    const { applied } = await acceptCallback(deps, senderAt(account), {
      accountId: account.id,
      orderKind: 'incoming',
      orderId: ref,
      outcome: 'succeeded',
      amountSatang,
      transactionId,
      movedAt: null,
      payer: null,
      failure: null,
      body: body.toString('utf8'),
    });
    const labels = { route: 'incoming', outcome: 'succeeded', applied: String(applied) };
    deps.metrics.callbacks.inc(labels);
    return 'payable';
  } catch (error) {
    if (error instanceof Problem && error.code === 'order_not_found') return 'unknown_reference';
    throw error;
  }
}
