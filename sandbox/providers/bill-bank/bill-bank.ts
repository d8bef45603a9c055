import { randomInt } from 'node:crypto';
import { formatBaht } from '../../../src/kernel/rules/money';
import { parsePayload } from '../../../src/kernel/rules/promptpay';

/** The biller as the bank knows it. */
export interface Biller {
  /** Receives the requests: `{PUBLIC_URL}/callbacks/scb-bill/{token}/verify`. */
  readonly verifyUrl: string;
  readonly user: string;
  readonly password: string;
}

type RequestKind = 'verify' | 'confirm' | 'cancel';

export interface BankMessage {
  readonly request: RequestKind;
  /** Null when the biller did not answer. */
  readonly code: string | null;
  readonly text: string;
}

export interface BillPayment {
  readonly transactionId: string;
  readonly reference1: string;
  readonly amountSatang: number;
  /** `unconfirmed`: the money was taken and the biller did not accept the confirmation. */
  readonly outcome: 'paid' | 'refused' | 'cancelled' | 'unconfirmed';
  readonly messages: readonly BankMessage[];
  readonly at: Date;
}

export interface PaymentOrder {
  /** The text of a QR code for a bill payment. */
  readonly qrData: string;
  /** Default: the amount in the code. */
  readonly amountSatang?: number | null;
  /** The payer stops after the biller has agreed. */
  readonly isCancelled?: boolean;
}

export interface TakenOrder {
  readonly qrData: string;
  readonly amountSatang: number;
}

const ACCEPTED = '0000';
const ANSWER_MS_MAX = 10_000;
/** The fake repeats an unanswered confirmation at once. */
const CONFIRMATIONS_MAX = 3;

/**
 * A payer's bank that verifies each payment with the biller before it takes the money, as SCB's
 * Bill Payment Host-to-Host does. In memory.
 */
export class BillBank {
  readonly #payments: BillPayment[] = [];

  /** `take` moves the money of an order to the biller, before the bank confirms it. */
  constructor(
    private readonly biller: Biller,
    private readonly take: (order: TakenOrder) => void = () => undefined,
    private readonly clock: () => Date = () => new Date(),
  ) {}

  /** Newest first. */
  get payments(): readonly BillPayment[] {
    return this.#payments.toReversed();
  }

  /** Throws QrError or RangeError for a code that cannot be paid. */
  async pay({ qrData, amountSatang = null, isCancelled = false }: PaymentOrder) {
    const bill = parsePayload(qrData);
    if (bill.kind !== 'bill_payment') throw new RangeError('not a code for a bill payment');
    const satang = amountSatang ?? bill.amountSatang;
    if (satang === null) throw new RangeError('no amount');
    const at = this.clock();
    const transactionId = newTransactionId(at);
    const order = { transactionId, reference1: bill.ref1, amountSatang: satang, at };
    const messages = [await this.#send('verify', order)];
    const take = () => this.take({ qrData, amountSatang: satang });
    const outcome = await this.#complete(order, messages, isCancelled ? null : take);
    const payment: BillPayment = { ...order, outcome, messages };
    this.#payments.push(payment);
    return payment;
  }

  async #complete(
    order: Transfer,
    messages: BankMessage[],
    take: (() => void) | null,
  ): Promise<BillPayment['outcome']> {
    if (messages[0]?.code !== ACCEPTED) return 'refused';
    if (take === null) {
      messages.push(await this.#send('cancel', order));
      return 'cancelled';
    }
    take();
    for (let times = 0; times < CONFIRMATIONS_MAX; times++) {
      const message = await this.#send('confirm', order);
      messages.push(message);
      if (message.code === ACCEPTED) return 'paid';
    }
    return 'unconfirmed';
  }

  async #send(request: RequestKind, order: Transfer): Promise<BankMessage> {
    const { verifyUrl, user, password } = this.biller;
    const body = {
      request,
      user,
      password,
      tranID: order.transactionId,
      tranDate: order.at.toISOString().slice(0, 19),
      channel: 'MOBILE',
      account: '0987654321',
      amount: formatBaht(order.amountSatang).replaceAll(',', ''),
      reference1: order.reference1,
      reference2: '',
      reference3: '',
      branchCode: '0001',
      terminalID: '1',
    };
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      });
      const { resCode, resMesg } = (await answer.json()) as { resCode?: string; resMesg?: string };
      return { request, code: resCode ?? null, text: resMesg ?? `HTTP ${answer.status}` };
    } catch (error) {
      // Without an answer the bank takes no money.
      return { request, code: null, text: error instanceof Error ? error.message : String(error) };
    }
  }
}

type Transfer = Omit<BillPayment, 'outcome' | 'messages'>;

/** The time and six digits. */
const newTransactionId = (at: Date): string =>
  at.toISOString().replaceAll(/\D/g, '').slice(0, 14) + String(randomInt(1e6)).padStart(6, '0');
