import { randomBytes } from 'node:crypto';
import { bangkokDay } from '../../../src/kernel/rules/bangkok-day';
import { parsePayload } from '../../../src/kernel/rules/promptpay';

export interface FakePayment {
  readonly transactionId: string;
  readonly billerId: string;
  readonly ref1: string;
  readonly ref2: string;
  readonly ref3: string;
  /** Baht as the bank writes it: text, or a number. */
  readonly amount: string | number;
  readonly paidAtMs: number;
  readonly payerName: string;
  readonly payerAccountNumber: string;
  readonly sendingBankCode: string;
  readonly reversed: boolean;
}

export interface PaymentOrder {
  /** The text of the QR code. */
  readonly qrData: string;
  /** Baht. Default: the amount in the code. */
  readonly amount?: string | number | undefined;
  /** Default: now. */
  readonly paidAtMs?: number | undefined;
  readonly payerName?: string | undefined;
  readonly payerAccountNumber?: string | undefined;
  readonly sendingBankCode?: string | undefined;
}

/** The payments that the fake bank has taken. In memory. */
export class PaymentBook {
  readonly #payments: FakePayment[] = [];

  constructor(private readonly clock: () => number) {}

  get payments(): readonly FakePayment[] {
    return this.#payments;
  }

  /** Takes a payment, as a payer's bank does: it does not know whether the code was paid before. */
  pay(order: PaymentOrder): FakePayment {
    const payment = this.draft(order);
    this.#payments.push(payment);
    return payment;
  }

  /** A payment that is not made. Throws RangeError or QrError for another code. */
  draft(order: PaymentOrder): FakePayment {
    const bill = parsePayload(order.qrData);
    if (bill.kind !== 'bill_payment') throw new RangeError('not a code for a bill payment');
    if (order.amount === undefined && bill.amountSatang === null) throw new RangeError('no amount');
    const paidAtMs = order.paidAtMs ?? this.clock();
    return {
      transactionId: newTransactionId(paidAtMs),
      billerId: bill.billerId,
      ref1: bill.ref1,
      ref2: bill.ref2 ?? '',
      ref3: bill.ref3 ?? '',
      amount: order.amount ?? ((bill.amountSatang ?? 0) / 100).toFixed(2),
      paidAtMs,
      payerName: order.payerName ?? 'ทดสอบ ระบบ',
      payerAccountNumber: order.payerAccountNumber ?? '1112223334',
      sendingBankCode: order.sendingBankCode ?? '014',
      reversed: false,
    };
  }

  /** Returns the money to the payer. */
  reverse(transactionId: string): FakePayment {
    const at = this.#payments.findIndex((one) => one.transactionId === transactionId);
    const payment = this.#payments[at];
    if (payment === undefined) throw new RangeError('no such payment');
    const reversed = { ...payment, reversed: true };
    this.#payments[at] = reversed;
    return reversed;
  }
}

/** The day in Bangkok and 15 characters, such as `201907169lbqgPbt1Bl3oiA`. */
function newTransactionId(atMs: number): string {
  const digits = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
  const random = [...randomBytes(15)].map((byte) => digits[byte % digits.length]).join('');
  return bangkokDay(atMs).replaceAll('-', '') + random;
}
