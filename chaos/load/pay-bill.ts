import { disturbAfterwards, disturbMeanwhile } from '../callbacks/disturb';
import type { Subject } from '../callbacks/tell';
import type { Act, Operation } from '../plan/operation';
import type { BankTransfer, PayMode } from './bank';
import type { Field } from './field';
import { watchEnd } from './watch';

/** What a customer's bank is asked to do; null when it is asked nothing. */
const modes: Readonly<Record<Act, PayMode | null>> = {
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

/** A customer does with a QR code what the operation says, and others speak in between. */
export async function payBill(
  field: Field,
  operation: Operation,
  subject: Subject,
  qrData: string,
): Promise<void> {
  const { act, mark, disturbances } = operation;
  const mode = modes[act];
  if (mode === null) return;
  const transfers = await field.bank.pay(qrData, mode, `pay-${mark}`);
  const words = transfers.length === 0 ? [declined] : transfers.map(paid);
  // The bank has booked what it will only tell of later.
  if (act !== 'late') await disturbMeanwhile(field, operation, subject, words);
  if (disturbances.includes('altered') || disturbances.includes('stale')) {
    // What the bank booked has been booked here, too: another amount is no other transfer.
    const isEnd = transfers.length === 0 ? undefined : isPaid;
    if (act !== 'short' && (await watchEnd(field, operation, subject, isEnd)) === null) return;
    await disturbAfterwards(field, operation, subject, words);
  }
}

const isPaid = (status: string) => status === 'succeeded';
const declined = { heard: 'failed', transactionId: null, amountSatang: null } as const;
const paid = ({ transactionId, amountSatang }: BankTransfer) =>
  ({ heard: 'succeeded', transactionId, amountSatang }) as const;
