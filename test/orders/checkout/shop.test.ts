import { writeProfile } from '../../../src/business/store/businesses';
import { writeLogo } from '../../../src/business/store/logos';
import { noDetails } from '../../../src/business/rules/details';
import { startApi, type Api } from '../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi({ BILLER_NAME: 'SAPHAN CO LTD' });
});

async function visit(request: object = {}): Promise<string> {
  const { checkout_url } = await api.createQrCode(request);
  const headers = { 'accept-language': 'en' };
  return (await api.get(new URL(checkout_url).pathname, { key: null, headers })).text;
}

const setProfile = (fields: object) => {
  const { db, vault } = api.deps;
  const profile = { ...noDetails, name: 'Baan Suan', ...fields };
  return writeProfile(db, vault, api.merchant.id, profile);
};

describe('the shop on its checkout', () => {
  it('has its name, contact and colour, and no other detail of the business', async () => {
    await setProfile({
      legalName: 'A PERSON',
      taxId: '1101700203450',
      address: '1 Soi Secret',
      email: 'help@shop.example',
      phone: '02-123 4567',
      colour: '#aa0000',
    });
    const text = await visit();
    for (const shown of [
      'Baan Suan',
      'href="mailto:help@shop.example"',
      'href="tel:021234567"',
      'fill="#aa0000"',
    ]) {
      expect(text).toContain(shown);
    }
    for (const secret of ['A PERSON', '1101700203450', 'Soi Secret']) {
      expect(text).not.toContain(secret);
    }
  });

  it('has no contact section without a contact', async () => {
    await setProfile({});
    expect(await visit()).not.toContain('id="contact"');
  });

  it('has its logo, on the page and in the preview of the link', async () => {
    const logo = { id: 'logo_1', png: Buffer.from('x') };
    await writeLogo(api.deps.db, api.merchant.id, logo);
    const text = await visit();
    expect(text).toContain('<img class="logo" src="/logos/logo_1"');
    const url = `${api.deps.config.http.publicUrl}/logos/logo_1`;
    expect(text).toContain(`<meta property="og:image" content="${url}"`);
  });

  it('has the text of the order, on the page and in the preview', async () => {
    const text = await visit({ description: '  2 x  coffee\u202e <b>beans</b> ' });
    const shown = '2 x coffee &lt;b>beans&lt;/b>';
    expect(text).toContain(`<p class="order">${shown}</p>`);
    expect(text).toContain(`<meta property="og:description" content="${shown}"`);
  });

  it.each(['x'.repeat(141), ' ', 'a\u0000b', 7])('refuses %j as text', async (description) => {
    const body = { amount: 100, currency: 'THB', description };
    expect((await api.post('/Thai/v1/qr-codes', body)).status).toBe(400);
  });

  it('names the recipient before the code', async () => {
    const text = await visit();
    const at = text.indexOf('SAPHAN CO LTD');
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(text.indexOf('<figure class="qr">'));
  });
});
