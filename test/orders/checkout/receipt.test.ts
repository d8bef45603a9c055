import { startApi, type Api } from '../../http/api';
import { depositsOf } from './deposits';

let api: Api;
let deposits: ReturnType<typeof depositsOf>;
beforeAll(async () => {
  api = await startApi();
  deposits = depositsOf(api.deps, api.merchant);
});

const visit = (path: string) => api.get(path, { key: null, headers: { 'accept-language': 'en' } });

describe('the receipt of a paid checkout', () => {
  it('is linked from the page, and shows what the page shows', async () => {
    const { pageToken } = await deposits.depositIn('paid');
    const page = await visit(`/pay/${pageToken}`);
    expect(page.text).toContain(`href="/pay/${pageToken}/receipt?lang=en"`);
    const { status, text } = await visit(`/pay/${pageToken}/receipt`);
    expect(status).toBe(200);
    for (const shown of ['Payment receipt', '฿1,234.56', api.merchant.name, 'not a tax invoice']) {
      expect(text).toContain(shown);
    }
    expect(text).toContain('Sandbox: no money was moved.');
    expect(text).toContain(`href="/pay/${pageToken}/receipt.pdf?lang=en"`);
  });

  it('is saved as a PDF', async () => {
    const { pageToken } = await deposits.depositIn('paid');
    const response = await fetch(`${api.url}/pay/${pageToken}/receipt.pdf?lang=th`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it.each(['receipt', 'receipt.pdf'])('%s is 409 before the payment', async (name) => {
    const { pageToken } = await deposits.create();
    expect((await visit(`/pay/${pageToken}/${name}`)).status).toBe(409);
    expect((await visit(`/pay/${pageToken}`)).text).not.toContain('/receipt');
  });

  it.each(['receipt', 'receipt.pdf'])('%s is 404 for an unknown token', async (name) => {
    expect((await visit(`/pay/pt_${'0'.repeat(26)}/${name}`)).status).toBe(404);
  });
});
