import { randomUUID } from 'node:crypto';
import { bangkokDay, bangkokMoment } from '../../../src/kernel/rules/bangkok-day';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { QrError } from '../../../src/kernel/rules/tlv';
import { confirmationOf } from './confirmation-sender';
import type { FakePayment, PaymentBook } from './payment-book';

export interface ApiRequest {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined when the body is not JSON. */
  readonly body: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

export interface Application {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly billerId: string;
  /** Whether codes must have a reference 2. */
  readonly references: 1 | 2;
  readonly referencePrefix: string;
}

/** The answer about a bill that is not paid. SCB does not document which of them it gives. */
export type UnpaidAnswer = 'not_found' | 'empty' | 'payment_error';

const TOKEN_SECONDS = 1_800;

/** SCB's open API for Thai QR as its pages describe it: token, codes, inquiry and slips. */
export class OpenApi {
  /** Ends of the tokens in Unix milliseconds. */
  readonly #tokens = new Map<string, number>();
  unpaidAnswer: UnpaidAnswer = 'not_found';

  constructor(
    private readonly application: Application,
    private readonly book: PaymentBook,
    private readonly clock: () => number,
  ) {}

  get tokenCount(): number {
    return this.#tokens.size;
  }

  /** Every issued token is refused from now on. */
  revokeTokens(): void {
    for (const token of this.#tokens.keys()) this.#tokens.set(token, 0);
  }

  answer(request: ApiRequest): ApiAnswer {
    const { method, path } = request;
    const { apiKey } = this.application;
    const owner = request.headers['resourceownerid'];
    const requestUid = request.headers['requestuid'];
    if (typeof owner !== 'string' || !/^[\w-]{1,36}$/.test(String(requestUid ?? ''))) {
      return failure(400, 9100, 'Required standard headers');
    }
    if (owner !== apiKey) return failure(401, 9500, 'Invalid apikey provided');
    if (method === 'POST' && path === '/v1/oauth/token') return this.#issueToken(request);
    const refusal = this.#refusalOf(request);
    if (refusal !== null) return refusal;
    if (method === 'POST' && path === '/v1/payment/qrcode/create') return this.#createCode(request);
    if (method === 'POST' && path === '/v2/payment/qrcode/create') return this.#createV2(request);
    if (method === 'GET' && path === '/v1/payment/billpayment/inquiry') return this.#find(request);
    const slip = /^\/v1\/payment\/billpayment\/transactions\/([^/]+)$/.exec(path);
    if (method === 'GET' && slip !== null) return this.#findSlip(slip[1] ?? '', request.query);
    return failure(405, 9900, 'Method not allowed');
  }

  #issueToken({ body }: ApiRequest): ApiAnswer {
    const { applicationKey, applicationSecret } = fieldsOf(body);
    if (applicationKey === undefined || applicationSecret === undefined) {
      return failure(400, 1101, 'Missing required parameters');
    }
    const { apiKey, apiSecret } = this.application;
    if (applicationKey !== apiKey || applicationSecret !== apiSecret) {
      return failure(401, 9500, 'Invalid authorization credentials');
    }
    const accessToken = randomUUID();
    const endMs = this.clock() + TOKEN_SECONDS * 1_000;
    this.#tokens.set(accessToken, endMs);
    const ends = { expiresIn: TOKEN_SECONDS, expiresAt: Math.floor(endMs / 1_000) };
    return success({ accessToken, tokenType: 'Bearer', ...ends });
  }

  #refusalOf({ headers }: ApiRequest): ApiAnswer | null {
    const [, token] = /^Bearer (\S+)$/.exec(String(headers['authorization'] ?? '')) ?? [];
    if (token === undefined) return failure(401, 9100, 'Missing required authorization');
    const isValid = (this.#tokens.get(token) ?? 0) > this.clock();
    return isValid ? null : failure(401, 9300, 'Invalid/expired temporary token');
  }

  #createCode({ body }: ApiRequest): ApiAnswer {
    const fields = fieldsOf(body);
    const qrRawData = this.#encode(fields, /^(?=.{1,13}$)\d+(\.\d\d?)?$/);
    if (typeof qrRawData !== 'string') return qrRawData;
    // A GIF of one pixel: SCB answers a picture as well.
    const qrImage = 'R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=';
    return success({ qrRawData, qrImage });
  }

  #createV2({ body }: ApiRequest): ApiAnswer {
    const fields = fieldsOf(body);
    const { amount, numberOfTimes, expiryDate } = fields;
    if (typeof amount !== 'number') return failure(400, 1102, 'Invalid parameters entered');
    const isDate = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(expiryDate));
    if (numberOfTimes !== undefined && !isDate) return failure(400, 1101, 'expiryDate is required');
    const qrRawData = this.#encode({ ...fields, amount: amount.toFixed(2) }, /^\d+\.\d\d$/);
    if (typeof qrRawData !== 'string') return qrRawData;
    const code = { qrRawData, url: 'https://qr.example.th/render', expiryDate, numberOfTimes };
    return success({ success: true, code: '00', message: 'Success', data: code });
  }

  #encode(fields: Readonly<Record<string, unknown>>, amountForm: RegExp): string | ApiAnswer {
    const { qrType, ppType, ppId, ref1, ref2, ref3, amount } = fields;
    const { billerId, references, referencePrefix } = this.application;
    const needed = [qrType, ppType, ppId, ref1, ref3, amount, ...(references === 2 ? [ref2] : [])];
    if (needed.includes(undefined)) return failure(400, 1101, 'Missing required parameters');
    const isKnown = qrType === 'PP' && ppType === 'BILLERID' && ppId === billerId;
    const isForm = typeof amount === 'string' && amountForm.test(amount);
    const areTexts = typeof ref1 === 'string' && typeof ref3 === 'string';
    if (!isKnown || !isForm || !areTexts || !ref3.startsWith(referencePrefix)) {
      return failure(400, 1102, 'Invalid parameters entered');
    }
    try {
      return encodeBillPayment({
        billerId,
        ref1,
        ...(typeof ref2 === 'string' ? { ref2 } : {}),
        ref3,
        amountSatang: Math.round(Number(amount) * 100),
      });
    } catch (error) {
      if (error instanceof QrError) return failure(400, 1102, 'Invalid parameters entered');
      throw error;
    }
  }

  #find({ query }: ApiRequest): ApiAnswer {
    const [day, ref1] = [query.get('transactionDate'), query.get('reference1')];
    if (query.get('eventCode') !== '00300100' || ref1 === null || day === null) {
      return failure(400, 1101, 'Missing required parameters');
    }
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
    if (!isDay || query.get('billerId') !== this.application.billerId) {
      return failure(400, 1102, 'Invalid parameters entered');
    }
    const found = this.book.payments.filter(
      (one) =>
        one.billerId === query.get('billerId') &&
        one.ref1 === ref1 &&
        one.ref2 === (query.get('reference2') ?? one.ref2) &&
        bangkokDay(one.paidAtMs) === day,
    );
    return found.length > 0 ? success(found.map(recordOf)) : this.#unpaid();
  }

  #unpaid(): ApiAnswer {
    switch (this.unpaidAnswer) {
      case 'not_found':
        return failure(404, 1104, 'Requested entity record does not exist');
      case 'empty':
        return success([]);
      case 'payment_error':
        return failure(400, 8102, 'Payment API error code');
    }
  }

  #findSlip(transRef: string, query: URLSearchParams): ApiAnswer {
    const bank = query.get('sendingBank');
    const payment = this.book.payments.find(
      (one) => one.transactionId === transRef && one.sendingBankCode === bank,
    );
    if (payment === undefined) return failure(404, 1104, 'Requested entity record does not exist');
    return success(slipOf(payment));
  }
}

/** A record of the inquiry: the confirmation's fields and some more. */
const recordOf = (payment: FakePayment): object => ({
  ...confirmationOf(payment),
  eventCode: '00300100',
  reverseFlag: payment.reversed ? 'R' : '',
  transactionDateandTime: bangkokMoment(new Date(payment.paidAtMs)).replace('+', '.000+'),
  fastEasySlipNumber: '',
  equivalentAmount: '',
  equivalentCurrencyCode: '',
  exchangeRate: '',
  partnerTransactionId: '',
  tepaCode: '',
});

function slipOf(payment: FakePayment): object {
  const [date = '', time = ''] = bangkokMoment(new Date(payment.paidAtMs)).split('T');
  const party = (type: string, value: string, account: string) => ({
    displayName: 'Test',
    name: 'Test',
    proxy: { type, value },
    account: { type: 'BANKAC', value: account },
  });
  return {
    transRef: payment.transactionId,
    sendingBank: payment.sendingBankCode,
    receivingBank: '014',
    transDate: date.replaceAll('-', ''),
    transTime: time.slice(0, 8),
    sender: party('', '', payment.payerAccountNumber),
    receiver: party('BILLERID', payment.billerId, '0987654321'),
    amount: payment.amount,
    paidLocalAmount: payment.amount,
    paidLocalCurrency: '764',
    countryCode: 'TH',
    ref1: payment.ref1,
    ref2: payment.ref2,
    ref3: payment.ref3,
  };
}

const success = (data: object): ApiAnswer => ({
  status: 200,
  body: { status: { code: 1000, description: 'Success' }, data },
});
export const failure = (status: number, code: number, description: string): ApiAnswer => ({
  status,
  body: { status: { code, description } },
});

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
