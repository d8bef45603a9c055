import { z } from 'zod';
import type { ConfirmationSender } from './confirmation-sender';
import type { OpenApi } from './open-api';
import type { PaymentBook } from './payment-book';

const bodies = {
  /** Pays a code, several times or late; each payment is confirmed. */
  '/payments': z.object({
    qrData: z.string(),
    amount: z.union([z.string(), z.number()]).optional(),
    paidAt: z.iso.datetime({ offset: true }).optional(),
    times: z.int().min(1).max(10).default(1),
    confirms: z.boolean().default(true),
    /** Confirms a payment that was not made. */
    isForged: z.boolean().default(false),
    payerName: z.string().optional(),
    payerAccountNumber: z.string().optional(),
    sendingBankCode: z.string().optional(),
  }),
  '/reversals': z.object({ transactionId: z.string() }),
  /** `lost`: the request is carried out and the connection is closed without an answer. */
  '/faults': z.object({
    path: z.string().startsWith('/'),
    times: z.int().min(1).default(1),
    delayMs: z.int().min(0).default(0),
    kind: z.enum(['lost', 'reset', 'answer', 'delay']),
    status: z.int().default(500),
    body: z.string().default(''),
  }),
  '/settings': z.object({
    confirmationUrl: z.string().nullable().optional(),
    unpaidAnswer: z.enum(['not_found', 'empty', 'payment_error']).optional(),
    callsPerSecond: z.int().min(1).optional(),
  }),
};
export type Fault = z.output<(typeof bodies)['/faults']>;

interface ControlOptions {
  readonly api: OpenApi;
  readonly book: PaymentBook;
  readonly sender: ConfirmationSender;
  readonly referencePrefix: string;
  confirmationUrl: string | null;
  callsPerSecond: number;
}

/** What a test or a person does to the fake bank. */
export class Controls {
  readonly #faults: Fault[] = [];
  readonly #calls: { readonly path: string; readonly atMs: number }[] = [];

  constructor(private readonly options: ControlOptions) {}

  /** The paths of all calls, oldest first. */
  get paths(): readonly string[] {
    return this.#calls.map(({ path }) => path);
  }

  /** The payments, the confirmations with their attempts, and the calls, oldest first. */
  state(): object {
    const { api, book, sender } = this.options;
    const { payments } = book;
    return { payments, confirmations: sender.sent, calls: this.#calls, tokens: api.tokenCount };
  }

  /** Throws ZodError, QrError or RangeError for an invalid request. */
  apply(path: string, body: unknown): object {
    const { api, book } = this.options;
    switch (path) {
      case '/payments':
        return this.#pay(bodies[path].parse(body));
      case '/reversals':
        return book.reverse(bodies[path].parse(body).transactionId);
      case '/faults':
        return { planted: this.#faults.push(bodies[path].parse(body)) };
      case '/revocations':
        api.revokeTokens();
        return {};
      case '/settings': {
        const { unpaidAnswer, ...changed } = bodies[path].parse(body);
        if (unpaidAnswer !== undefined) api.unpaidAnswer = unpaidAnswer;
        Object.assign(this.options, changed);
        return changed;
      }
      default:
        throw new RangeError('no such control');
    }
  }

  #pay(body: z.output<(typeof bodies)['/payments']>): object {
    const { book, sender, referencePrefix, confirmationUrl } = this.options;
    const { times, confirms, isForged, paidAt, ...order } = body;
    const paidAtMs = paidAt === undefined ? undefined : Date.parse(paidAt);
    const payments = Array.from({ length: times }, () =>
      isForged ? book.draft({ ...order, paidAtMs }) : book.pay({ ...order, paidAtMs }),
    );
    for (const payment of payments) {
      const isConfirmed = confirms && payment.ref3.startsWith(referencePrefix);
      if (isConfirmed && confirmationUrl !== null) sender.send(payment, confirmationUrl);
    }
    return { payments };
  }

  /** Counts a call. Whether it is one too many for its path in this second. */
  isOverLimit(path: string): boolean {
    const atMs = Date.now();
    this.#calls.push({ path, atMs });
    const recent = this.#calls.filter((one) => one.path === path && one.atMs > atMs - 1_000);
    return recent.length > this.options.callsPerSecond;
  }

  /** The oldest fault that is planted for the path, once less. */
  takeFault(path: string): Fault | null {
    const at = this.#faults.findIndex((one) => path.startsWith(one.path));
    const fault = this.#faults[at];
    if (fault === undefined) return null;
    const rest = { ...fault, times: fault.times - 1 };
    this.#faults.splice(at, 1, ...(rest.times > 0 ? [rest] : []));
    return fault;
  }
}
