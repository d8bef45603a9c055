import type { ProviderOutcome } from '../../src/domain/movement';
import type { OrderKind } from '../../src/domain/orders';
import { satangToBaht } from '../../src/domain/money';
import type { Field } from '../load/field';
import type { Answer } from '../load/wire';

export interface Payer {
  readonly accountName: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

/** What a callback says of an order. */
export interface Word {
  readonly heard: ProviderOutcome;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
  readonly payer?: Payer;
  readonly paidAt?: string;
}

/** An order as callbacks name it. */
export interface Subject {
  readonly kind: OrderKind;
  readonly orderId: string;
}

const routes: Readonly<Record<OrderKind, string>> = {
  payment: '/payment/gw/webhook',
  deposit: '/deposit/gw/webhook',
  withdrawal: '/withdraw/gw/webhook',
  refund: '/refund/gw/webhook',
};

/** Sends a callback's body until it is answered, and gives the answer. */
function send(
  { apiUrl, ask }: Field,
  kind: OrderKind,
  key: string | null,
  body: object,
): Promise<Answer> {
  return ask({ url: `${apiUrl}${routes[kind]}`, key, body });
}

/** Tells the gateway something under the provider's key, and notes that it was taken. */
export async function tell(field: Field, { kind, orderId }: Subject, word: Word): Promise<void> {
  const { notes, recovery, providerKey } = field;
  const { heard, transactionId, amountSatang, payer, paidAt } = word;
  const body = {
    orderId,
    status: heard === 'succeeded' ? 'success' : 'failed',
    ...(transactionId === null ? {} : { transactionId }),
    ...(amountSatang === null ? {} : { amount: satangToBaht(amountSatang) }),
    ...(payer === undefined ? {} : { payer }),
    ...(paidAt === undefined ? {} : { paidAt }),
  };
  const { status, beganMs, body: said } = await send(field, kind, providerKey, body);
  if (status !== 201) {
    notes.wrong(`a callback of the provider was answered ${status}: ${said}`, orderId);
    return;
  }
  notes.told.push({ orderId, heard, transactionId, amountSatang });
  recovery.succeeded('callback', beganMs);
}

/** What must be refused with one of these, and do nothing. */
export async function expectRefusal(
  field: Field,
  { kind, orderId }: Subject,
  { key, body, answers }: { key: string | null; body: object; answers: readonly number[] },
): Promise<void> {
  const { status, body: said } = await send(field, kind, key, { orderId, ...body });
  if (answers.includes(status)) return;
  field.notes.wrong(`a callback that is none was answered ${status}: ${said}`, orderId);
}
