import { transactionIdOf } from '../../../kernel/events/rules/event-bodies';
import { namedBank } from '../../../kernel/rules/banks';
import { Problem } from '../../../kernel/rules/problem';
import { formatMoney } from '../../../kernel/rules/money';
import { formatDay, formatPreciseClock } from '../../../pages/kit/format';
import type { Language } from '../../../pages/kit/language';
import { definitionOf } from '../../../orders/rules/kinds';
import type { ShownPayer } from '../../../orders/deposit/rules/payer-match';
import type { Order } from '../../../orders/list-orders';
import { receiptTexts } from './texts';

/** What a receipt says, in order. The dashboard, the checkout and the PDF show the same. */
export interface Receipt {
  readonly title: string;
  readonly merchantName: string;
  readonly amount: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly notice: string;
  /** In the sandbox no money moved. */
  readonly sandbox: string | null;
}

/** A payment or deposit. */
interface PaidOrder extends Pick<
  Order,
  'id' | 'kind' | 'method' | 'reference' | 'creditedSatang' | 'reversedSatang' | 'refundedSatang'
> {
  readonly ref: string | null;
  readonly creditedCallback: { readonly transactionId: string | null } | null;
}

interface Paid {
  readonly merchantName: string;
  readonly order: PaidOrder;
  readonly payer: ShownPayer | null;
  readonly mode: 'sandbox' | 'live';
}

/** Throws Problem `state_conflict` until the order is paid. */
export function demandPaidAt({ completedAt }: Pick<Order, 'completedAt'>): Date {
  if (completedAt === null) throw new Problem('state_conflict');
  return completedAt;
}

/** `merchantName`: at the time of payment. */
export function receiptOf(
  { merchantName, order, payer, mode }: Paid,
  completedAt: Date,
  language: Language,
): Receipt {
  const t = receiptTexts[language];
  const paidSatang = order.creditedSatang - order.reversedSatang;
  const rows: readonly (readonly [string, string | null])[] = [
    [t.paidAt, `${formatDay(language, completedAt)} ${formatPreciseClock(completedAt)} (UTC+7)`],
    [t.reference, order.reference],
    [t.method, order.method === 'token' ? t.token : t.qr],
    [t.payer, payerText(payer, language)],
    [t.bankTransaction, order.creditedCallback?.transactionId ?? null],
    [t.ref, order.ref],
    [t.id, definitionOf(order.kind).idPrefix === null ? order.id : transactionIdOf(order.id)],
    [t.refunded, order.refundedSatang === 0 ? null : formatMoney(order.refundedSatang)],
  ];
  return {
    title: t.title,
    merchantName,
    amount: formatMoney(paidSatang),
    rows: rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    notice: t.notice,
    sandbox: mode === 'sandbox' ? t.sandbox : null,
  };
}

function payerText(payer: ShownPayer | null, language: Language): string | null {
  if (payer === null) return null;
  const { name, bankName, accountMask } = payer;
  const parts = [name, bankName === null ? null : namedBank(bankName, language), accountMask];
  return parts.filter((part) => part !== null).join(' ') || null;
}
