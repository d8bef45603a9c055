import { disturbAfterEnd, disturbDuringCallbacks } from '../callbacks/disturb';
import type { OrderRef } from '../callbacks/send-callback';
import type { PaymentAction, Operation } from '../plan/operation';
import type { BankTransfer, PayMode } from './bank';
import { bankOf, type RunContext } from './run-context';
import { watchEnd } from './watch';

/** The payment mode of the bank. Null: no payment. */
const modes: Readonly<Record<PaymentAction, PayMode | null>> = {
  pay: 'pay',
  decline: 'decline',
  short: 'short',
  over: 'over',
  twice: 'twice',
  late: 'late',
  leave: null,
  deadline: null,
  end: null,
  'end and pay': 'pay',
};

/** Pays a QR code as planned and sends the planned disturbances. */
export async function payBill(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
  qrData: string,
): Promise<void> {
  const { action, mark, disturbances } = operation;
  const mode = modes[action];
  if (mode === null) return;
  const { transfers, at } = await bankOf(context, operation).pay(qrData, mode, `pay-${mark}`);
  if (at === null) return;
  const order = { ...subject, at };
  const contents = transfers.length === 0 ? [declined] : transfers.map(paid);
  // A late payment is not settled yet.
  if (action !== 'late') await disturbDuringCallbacks(context, operation, order, contents);
  if (disturbances.includes('altered') || disturbances.includes('stale')) {
    // Once the gateway has booked the transfer, another amount is not another transfer.
    const isEnd = transfers.length === 0 ? undefined : isPaid;
    if (action !== 'short' && (await watchEnd(context, operation, subject, isEnd)) === null) return;
    await disturbAfterEnd(context, operation, order, contents);
  }
}

const isPaid = (status: string) => status === 'succeeded';
const declined = { outcome: 'failed', transactionId: null, amountSatang: null } as const;
const paid = ({ transactionId, amountSatang }: BankTransfer) =>
  ({ outcome: 'succeeded', transactionId, amountSatang }) as const;
