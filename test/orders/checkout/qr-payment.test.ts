import { applyPending } from '../../../src/orders/store/apply-transition';
import { loadGreyPixels } from '../../../src/platform/slips/grey-pixels';
import { scanQrCodes } from '../../../src/platform/slips/scan-qr-codes';
import { testCallback } from '../../support/gateway';
import { startApi, type Api } from '../../http/api';
import { pictureBytes } from './deposits';

let api: Api;
beforeAll(async () => {
  api = await startApi({ BILLER_NAME: 'SAPHAN CO LTD' });
});

type Created = Awaited<ReturnType<Api['createQrCode']>>;

const pathOf = ({ checkout_url }: Created): string => new URL(checkout_url).pathname;
const visit = (path: string) => api.get(path, { key: null, headers: { 'accept-language': 'en' } });

async function callBack({ payment_id }: Created, body: object): Promise<void> {
  const bodySealed = api.deps.vault.seal(JSON.stringify(body), 'callbacks.body');
  await testCallback(api.deps, payment_id, {
    reported: 'succeeded',
    amountSatang: 125_000,
    bodySealed,
  });
  await applyPending(api.deps.db, payment_id);
}

async function expire({ payment_id }: Created): Promise<void> {
  const past = new Date(Date.now() - 60_000);
  await api.deps.db('orders').where('id', payment_id).update({ expires_at: past });
  await applyPending(api.deps.db, payment_id);
}

async function pictureOf(created: Parameters<typeof pathOf>[0], name = 'qr-code.png') {
  const response = await fetch(`${api.url}${pathOf(created)}/${name}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
const codesIn = async (png: Buffer) => scanQrCodes(await loadGreyPixels(png));

describe('checkout of a QR payment', () => {
  it('has the same URL on the code, the payment and the list', async () => {
    const created = await api.createQrCode();
    const { checkout_url } = created;
    expect(checkout_url).toMatch(/^https?:.*\/pay\/qr_[0-9a-z]{26}$/);
    expect(await api.readPayment(created.payment_id)).toMatchObject({ checkout_url });
    const { body } = await api.get('/Thai/v1/payments?limit=1');
    expect(body).toMatchObject({ payments: [{ checkout_url }] });
  });

  it('shows shop, amount, recipient and details, and nothing else of the payment', async () => {
    const request = {
      amount: 1250,
      reference: 'order-1001',
      client_name: 'สมชาย ใจดี',
      client_bank_name: 'SCB',
      client_bank_account: '1234567890',
      metadata: { cart: 'c-77' },
    };
    const created = await api.createQrCode(request);
    const { status, text } = await visit(pathOf(created));
    expect(status).toBe(200);
    for (const shown of ['฿1,250.00', api.merchant.name, 'SAPHAN CO LTD', 'Biller ID', 'Ref 1']) {
      expect(text).toContain(shown);
    }
    const secrets = ['order-1001', 'สมชาย', '1234567890', 'x7890', 'c-77', created.payment_id];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('has a preview for chats, without the state', async () => {
    const created = await api.createQrCode({ amount: 1250 });
    const title = `Transfer ฿1,250.00 to ${api.merchant.name}`;
    const preview = `<meta property="og:title" content="${title}"`;
    expect((await visit(pathOf(created))).text).toContain(preview);
    await expire(created);
    expect((await visit(pathOf(created))).text).toContain(preview);
    expect((await visit(`/pay/qr_${'0'.repeat(26)}`)).text).not.toContain('og:title');
  });

  it('draws the code of the API on the page and on the saved picture', async () => {
    const created = await api.createQrCode();
    for (const name of ['qr-code.png', 'qr.png']) {
      const { bytes } = await pictureOf(created, name);
      expect(await codesIn(bytes)).toEqual([created.qr_data]);
    }
  });

  it('shows the payment once it is paid, but not the account that paid', async () => {
    const created = await api.createQrCode({ amount: 1250 });
    const before = await visit(`${pathOf(created)}/state`);
    expect(before.body).toMatchObject({ state: 'waiting', slips: [] });
    await callBack(created, {
      payer: { bankName: 'KBANK', accountNumber: '9876543210', accountName: 'A PAYER' },
    });
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await api.get(`${pathOf(created)}/state`, { key: null, headers });
    expect(after.body).toMatchObject({ state: 'paid', completed_at: expect.any(String) });
    const { text } = await visit(pathOf(created));
    expect(text).toContain('Payment received');
    for (const secret of ['Kasikorn', 'x4321-x', 'A PAYER']) expect(text).not.toContain(secret);
    expect((await visit(`${pathOf(created)}/qr.png`)).status).toBe(410);
  });

  it('offers no code after the deadline, and accepts late money', async () => {
    const created = await api.createQrCode({ amount: 1250 });
    await expire(created);
    const { text } = await visit(pathOf(created));
    expect(text).toContain('This QR code has expired');
    expect(text).not.toContain('<img');
    expect((await visit(`${pathOf(created)}/qr.png`)).status).toBe(410);
    const { status, bytes } = await pictureOf(created);
    expect([status, await codesIn(bytes)]).toEqual([200, []]);
    await callBack(created, {});
    expect((await visit(pathOf(created))).text).toContain('arrived after the deadline');
  });

  it('takes no slips', async () => {
    const created = await api.createQrCode();
    expect((await visit(pathOf(created))).text).not.toContain('data-slip');
    const body = new FormData();
    body.set('slip', new Blob([new Uint8Array(pictureBytes())], { type: 'image/png' }), 'a.png');
    const response = await fetch(`${api.url}${pathOf(created)}/slip`, { method: 'POST', body });
    expect(response.status).toBe(404);
  });

  it('is not found before the provider has issued the code', async () => {
    const created = await api.createQrCode();
    const { qr_code_id } = created;
    await api.deps.db('qr_codes').where('id', qr_code_id).update({ payload: null });
    expect((await visit(pathOf(created))).status).toBe(404);
  });
});
