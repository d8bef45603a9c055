import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { renderQrPng } from '../../../src/platform/images/qr-image';
import {
  startFakeServer,
  type FakeAnswer,
  type FakeRequest,
  type FakeServer,
} from '../fake-server';

interface Transaction {
  readonly amount: number;
  readonly backgroundUrl: string;
  status: string;
  paidAmount: unknown;
  gbpReferenceNo: string;
}

export interface GbPrimePayUpstream extends FakeServer {
  /** By `referenceNo`. */
  readonly transactions: ReadonlyMap<string, Transaction>;
  pay(referenceNo: string, amount?: unknown): void;
  end(referenceNo: string, status: string): void;
}

const BILLER = '099999999999996';
const PICTURE_PX = 400;

/** GBPrimePay's QR Cash, from public clients. */
export async function startGbPrimePay(
  token: string,
  secretKey: string,
): Promise<GbPrimePayUpstream> {
  const transactions = new Map<string, Transaction>();

  function answer({ path, headers, body }: FakeRequest): FakeAnswer {
    if (path === '/v3/qrcode') return drawQr(new URLSearchParams(body));
    const basic = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
    if (headers.authorization !== basic) return { status: 401, body: '' };
    const { referenceNo } = JSON.parse(body) as { referenceNo: string };
    return path === '/v1/check_status_txn' ? inquire(referenceNo) : { status: 404, body: '' };
  }

  function drawQr(form: URLSearchParams): FakeAnswer {
    if (form.get('token') !== token) return { status: 401, body: '' };
    const referenceNo = form.get('referenceNo') ?? '';
    const amount = Number(form.get('amount'));
    if (!/^\w{1,15}$/.test(referenceNo)) return result('11', 'Invalid referenceNo.');
    if (!(amount > 0)) return result('14', 'Invalid amount.');
    if (transactions.has(referenceNo)) return result('21', 'Duplicate transaction.');
    const backgroundUrl = form.get('backgroundUrl') ?? '';
    const state = { status: 'G', paidAmount: amount, gbpReferenceNo: `gbp${referenceNo}` };
    transactions.set(referenceNo, { amount, backgroundUrl, ...state });
    const amountSatang = Math.round(amount * 100);
    const text = encodeBillPayment({ billerId: BILLER, ref1: referenceNo, amountSatang });
    return { status: 200, body: renderQrPng(text, PICTURE_PX) };
  }

  function inquire(referenceNo: string): FakeAnswer {
    const found = transactions.get(referenceNo);
    if (found === undefined) return result('02', 'Invalid referenceNo.');
    const { paidAmount: amount, status, gbpReferenceNo } = found;
    const about = { amount, referenceNo, gbpReferenceNo, status, paymentType: 'Q' };
    const txn = status === 'S' ? { ...about, currencyCode: '764' } : about;
    return { status: 200, body: { resultCode: '00', resultMessage: 'Success', txn } };
  }

  return {
    ...(await startFakeServer(answer)),
    transactions,
    pay(referenceNo, amount) {
      const transaction = known(transactions, referenceNo);
      transaction.status = 'S';
      transaction.paidAmount = amount ?? transaction.amount;
    },
    end: (referenceNo, status) => void (known(transactions, referenceNo).status = status),
  };
}

const result = (resultCode: string, resultMessage: string): FakeAnswer => ({
  status: 200,
  body: { resultCode, resultMessage },
});

function known<One>(all: ReadonlyMap<string, One>, id: string): One {
  const one = all.get(id);
  if (one === undefined) throw new Error(`there is no ${id}`);
  return one;
}
