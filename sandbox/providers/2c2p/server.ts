import { createHmac, randomUUID } from 'node:crypto';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import {
  startFakeServer,
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
} from '../fake-server';

type Fields = Readonly<Record<string, unknown>>;

interface Invoice {
  readonly amount: number;
  readonly paymentToken: string;
  readonly backendReturnUrl: string;
  respCode: string;
  paidAmount: unknown;
  tranRef: string;
}

export interface TwoC2pUpstream extends FakeServer {
  readonly invoices: ReadonlyMap<string, Invoice>;
  pay(invoiceNo: string, amount?: unknown): void;
  /** Ends the payment with a result code. */
  end(invoiceNo: string, respCode: string): void;
  /** The body of the notification about an invoice. */
  notification(invoiceNo: string): string;
}

const BILLER = '099999999999997';

/** A JWT by HS256, or by another algorithm name. */
export function jwtOf(claims: object, secret: string, alg = 'HS256'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** 2C2P's PGW 4.3 with Thai QR, from public clients. */
export async function startTwoC2p(merchantId: string, secret: string): Promise<TwoC2pUpstream> {
  const invoices = new Map<string, Invoice>();

  function answer({ path, body }: FakeRequest): FakeAnswer {
    const fields = JSON.parse(body) as Fields;
    if (path === '/payment/4.3/payment') return showQr(fields);
    const message = verified(String(fields['payload']), secret);
    if (message === null) return plain('9042', 'Hash Value Mismatch');
    if (message['merchantID'] !== merchantId) return plain('9007', 'Invalid merchant');
    if (path === '/payment/4.3/paymentToken') return createInvoice(message);
    if (path === '/payment/4.3/paymentInquiry') return inquire(message);
    return { status: 404, body: '' };
  }
  const signed = (claims: object): FakeAnswer => ({
    status: 200,
    body: { payload: jwtOf(claims, secret) },
  });

  function createInvoice(message: Fields): FakeAnswer {
    const { invoiceNo, amount, currencyCode, description, backendReturnUrl } = message;
    const refuse = (respCode: string, respDesc: string) => signed({ respCode, respDesc });
    if (typeof invoiceNo !== 'string' || !/^\w{1,20}$/.test(invoiceNo) || !description) {
      return refuse('9005', 'Some mandatory fields are missing');
    }
    if (typeof amount !== 'number' || amount <= 0) return refuse('9009', 'Amount is invalid');
    if (currencyCode !== 'THB') return refuse('9010', 'Invalid CurrencyCode');
    if (invoices.has(invoiceNo)) return refuse('9015', 'Existed Invoice Number');
    const paymentToken = randomUUID();
    const state = { respCode: '2001', paidAmount: amount, tranRef: '' };
    const url = String(backendReturnUrl);
    invoices.set(invoiceNo, { amount, paymentToken, backendReturnUrl: url, ...state });
    const webPaymentUrl = `https://pay.example/${paymentToken}`;
    return signed({ webPaymentUrl, paymentToken, respCode: '0000', respDesc: 'Success' });
  }

  function showQr({ paymentToken }: Fields): FakeAnswer {
    const [found] = [...invoices].filter(([, invoice]) => invoice.paymentToken === paymentToken);
    if (found === undefined) return plain('9040', 'The token is invalid');
    const [invoiceNo, { amount }] = found;
    const amountSatang = Math.round(amount * 100);
    const code = encodeBillPayment({ billerId: BILLER, ref1: invoiceNo, amountSatang });
    return { status: 200, body: { type: 'QR', respCode: '1005', data: code, channelCode: 'PPQR' } };
  }

  const claimsOf = (invoiceNo: string): object => {
    const { respCode, paidAmount: amount, tranRef } = known(invoices, invoiceNo);
    const result = { respCode, respDesc: `Result ${respCode}`, amount, currencyCode: 'THB' };
    return { merchantID: merchantId, invoiceNo, tranRef, ...result };
  };
  function inquire({ invoiceNo }: Fields): FakeAnswer {
    const isKnown = invoices.has(String(invoiceNo));
    if (isKnown) return signed(claimsOf(String(invoiceNo)));
    return signed({ respCode: '2002', respDesc: 'Transaction not found.' });
  }

  return {
    ...(await startFakeServer(answer)),
    invoices,
    pay(invoiceNo, amount) {
      const invoice = known(invoices, invoiceNo);
      invoice.respCode = '0000';
      invoice.paidAmount = amount ?? invoice.amount;
      invoice.tranRef = `T${invoiceNo}`;
    },
    end: (invoiceNo, respCode) => void (known(invoices, invoiceNo).respCode = respCode),
    notification: (invoiceNo) => JSON.stringify({ payload: jwtOf(claimsOf(invoiceNo), secret) }),
  };
}

const plain = (respCode: string, respDesc: string): FakeAnswer => ({
  status: 200,
  body: { respCode, respDesc },
});

function verified(token: string, secret: string): Fields | null {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const mac = createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url');
  if (mac !== signature) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Fields;
}

function known<One>(all: ReadonlyMap<string, One>, id: string): One {
  const one = all.get(id);
  if (one === undefined) throw new Error(`there is no ${id}`);
  return one;
}
