import {
  startBillBank,
  type StartedBillBank,
} from '../../../../sandbox/providers/bill-bank/start-bill-bank';
import { applyPending } from '../../../../src/orders/store/apply-transition';
import { encodeBillPayment } from '../../../../src/kernel/rules/promptpay';
import { startApi, type Api } from '../../../http/api';
import { closeAfterFile } from '../../../support/close-after-file';
import { testCallback, testPayment } from '../../../support/gateway';
import { billAccount, putOnAccount } from '../../../support/provider-accounts';

let api: Api;
let accountId: string;
let verifyUrl: string;
let bank: StartedBillBank;

const startBank = async (url: string): Promise<StartedBillBank> => {
  const biller = { verifyUrl: url, user: 'bank', password: 'password-of-the-bank' };
  const started = await startBillBank(biller);
  closeAfterFile(() => started.close());
  return started;
};

beforeAll(async () => {
  api = await startApi();
  accountId = await billAccount(api.deps);
  const { pathname } = new URL((await api.deps.providers.find(accountId)).callbackUrl);
  verifyUrl = `${api.url}${pathname}/verify`;
  bank = await startBank(verifyUrl);
});

/** A payment of 100 baht on the account of the bank's biller, with its QR code. */
async function bill(): Promise<{ readonly id: string; readonly qrData: string }> {
  const id = await testPayment(api.deps, api.merchant);
  await putOnAccount(api.deps, id, accountId);
  const { ref } = await api.deps.db('orders').where({ id }).first('ref');
  const terms = { billerId: '012345678901234', ref1: String(ref), amountSatang: 10_000 };
  return { id, qrData: encodeBillPayment(terms) };
}
async function pay(body: object, at = bank) {
  const answer = await fetch(`${at.url}/payments`, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as object };
}
const refused = (code: string) => ({
  status: 422,
  body: { outcome: 'refused', messages: [{ request: 'verify', code }] },
});

test('a payer pays a bill: the bank verifies it, then confirms it', async () => {
  const { qrData } = await bill();
  expect(await pay({ qrData })).toMatchObject({
    status: 200,
    body: {
      outcome: 'paid',
      amountSatang: 10_000,
      messages: [
        { request: 'verify', code: '0000' },
        { request: 'confirm', code: '0000' },
      ],
    },
  });
});

test('no money is taken for a late, wrong or second payment, and the payer sees why', async () => {
  const { id, qrData } = await bill();
  expect(await pay({ qrData, amount: '99.00' })).toMatchObject(refused('1004'));
  await testCallback(api.deps, id, { reported: 'succeeded' });
  await applyPending(api.deps.db, id);
  expect(await pay({ qrData })).toMatchObject(refused('2001'));

  const late = await bill();
  await api.deps
    .db('orders')
    .where('id', late.id)
    .update({ expires_at: new Date(0) });
  const form = new URLSearchParams({ qrData: late.qrData, amount: '' });
  const answer = await fetch(`${bank.url}/pay`, { method: 'POST', body: form });
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain('Refused by the biller');
  expect(page).toContain('Over due');
});

test('a payer who cancels has not paid', async () => {
  const { qrData } = await bill();
  expect(await pay({ qrData, cancel: true })).toMatchObject({
    body: { outcome: 'cancelled', messages: [{ code: '0000' }, { request: 'cancel' }] },
  });
});

test('the bank takes no money when the biller does not answer', async () => {
  const unreachable = await startBank('http://127.0.0.1:9/verify');
  const { qrData } = await bill();
  expect(await pay({ qrData }, unreachable)).toMatchObject({
    body: { outcome: 'refused', messages: [{ code: null }] },
  });
});

test('a text that is no bill is not sent to the biller', async () => {
  expect((await pay({ qrData: 'hello' })).status).toBe(422);
  const page = await (await fetch(bank.url)).text();
  expect(page).not.toContain('hello');
});
