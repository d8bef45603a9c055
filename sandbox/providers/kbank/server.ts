import { randomUUID } from 'node:crypto';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import {
  startFakeServer,
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
} from '../fake-server';

export interface KbankCredentials {
  readonly consumerId: string;
  readonly consumerSecret: string;
  readonly partnerId: string;
  readonly partnerSecret: string;
  readonly merchantId: string;
}

interface IssuedQr {
  readonly reference1: string;
  readonly amount: string;
  status: 'REQUESTED' | 'PAID' | 'CANCELLED' | 'EXPIRED' | 'VOIDED';
  paidAmount: string | number;
  txnNo: string;
}

interface Controls {
  pay(partnerTxnUid: string, amount?: string | number): void;
  end(partnerTxnUid: string, status: IssuedQr['status']): void;
  /** The body of the notification about a code. */
  notification(partnerTxnUid: string): string;
}

export interface KbankUpstream extends FakeServer, Controls {
  /** By `partnerTxnUid`. */
  readonly codes: ReadonlyMap<string, IssuedQr>;
  expireTokens(): void;
}

const BILLER = '099999999999998';
type Fields = Readonly<Record<string, unknown>>;

/** KBank's QR Payment API, from its public pages and clients. */
export async function startKbank(credentials: KbankCredentials): Promise<KbankUpstream> {
  const codes = new Map<string, IssuedQr>();
  const used = new Set<string>();
  const tokens = new Set<string>();

  function issueToken({ headers, body }: FakeRequest): FakeAnswer {
    const { consumerId, consumerSecret } = credentials;
    const basic = Buffer.from(`${consumerId}:${consumerSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`) return refusedByGateway;
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      return { status: 400, body: {} };
    }
    const access_token = randomUUID();
    tokens.add(access_token);
    return ok({ access_token, expires_in: '1799', token_type: 'Bearer', status: 'approved' });
  }

  function answer(request: FakeRequest): FakeAnswer {
    if (request.path === '/v2/oauth/token') return issueToken(request);
    const token = String(request.headers.authorization).replace('Bearer ', '');
    if (!tokens.has(token)) return refusedByGateway;
    const fields = JSON.parse(request.body) as Fields;
    const uid = String(fields['partnerTxnUid']);
    const fail = (errorCode: string) =>
      ok({ partnerTxnUid: uid, statusCode: '10', errorCode, errorDesc: `${errorCode}.` });
    const { partnerId, partnerSecret, merchantId } = credentials;
    const isPartner =
      fields['partnerId'] === partnerId &&
      fields['partnerSecret'] === partnerSecret &&
      fields['merchantId'] === merchantId;
    if (!isPartner) return fail('authentication_error');
    if (!/^\w{1,15}$/.test(uid) || !isMoment(fields['requestDt'])) return fail('bad_request');
    if (used.has(uid)) return fail('duplicate_request');
    used.add(uid);
    if (request.path === '/v1/qrpayment/request') return requestQr(uid, fields, fail);
    if (request.path === '/v1/qrpayment/v4/inquiry') return inquire(uid, fields, fail);
    return { status: 404, body: {} };
  }

  function requestQr(uid: string, fields: Fields, fail: (code: string) => FakeAnswer): FakeAnswer {
    const { txnAmount: amount, txnCurrencyCode: currency, qrType, reference1 } = fields;
    if (qrType !== '3') return fail('invalid_qr_type');
    if (currency !== 'THB') return fail('invalid_currency_code');
    if (typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount) || Number(amount) <= 0) {
      return fail('invalid_txn_amount');
    }
    if (typeof reference1 !== 'string' || reference1 === '') return fail('invalid_reference1');
    if (Number(amount) > 80_000) return fail('payment_exceed_limit');
    codes.set(uid, { reference1, amount, status: 'REQUESTED', paidAmount: amount, txnNo: '' });
    const amountSatang = Math.round(Number(amount) * 100);
    const qrCode = encodeBillPayment({ billerId: BILLER, ref1: reference1, amountSatang });
    return ok({ partnerTxnUid: uid, statusCode: '00', errorCode: null, errorDesc: null, qrCode });
  }

  function inquire(uid: string, fields: Fields, fail: (code: string) => FakeAnswer): FakeAnswer {
    const code = codes.get(String(fields['origPartnerTxnUid']));
    if (code === undefined) return fail('invalid_origPartnerTxnUid');
    const { reference1, status, paidAmount, txnNo } = code;
    const state = { reference1, txnStatus: status, txnAmount: paidAmount, txnCurrencyCode: 'THB' };
    return ok({ partnerTxnUid: uid, statusCode: '00', errorCode: null, txnNo, ...state });
  }

  return {
    ...(await startFakeServer(answer)),
    codes,
    expireTokens: () => tokens.clear(),
    ...controlsOf(codes, credentials),
  };
}

function controlsOf(
  codes: ReadonlyMap<string, IssuedQr>,
  { partnerId, merchantId }: KbankCredentials,
): Controls {
  const codeOf = (uid: string): IssuedQr => {
    const code = codes.get(uid);
    if (code === undefined) throw new Error(`there is no ${uid}`);
    return code;
  };
  return {
    pay(uid, amount) {
      const code = codeOf(uid);
      code.status = 'PAID';
      code.paidAmount = amount ?? code.amount;
      code.txnNo = `APIC${uid}`;
    },
    end: (uid, status) => void (codeOf(uid).status = status),
    notification(uid) {
      const { paidAmount: txnAmount, txnNo } = codeOf(uid);
      const about = { partnerTxnUid: uid, partnerId, merchantId, statusCode: '00' };
      return JSON.stringify({ ...about, txnAmount, txnCurrencyCode: 'THB', txnNo });
    },
  };
}

const ok = (body: object): FakeAnswer => ({ status: 200, body });
const refusedByGateway: FakeAnswer = {
  status: 401,
  body: { code: 'openapi_error', message: 'Invalid Access Token' },
};
const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/.test(value);
