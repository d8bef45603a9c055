import { startApi, type Api } from '../../../../http/api';

let api: Api;
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://pay.example.com/' });
});

const path = '/Thai/v1/qr-codes';

describe('a QR code', () => {
  it('has every field of the schema and a pending payment of the amount', async () => {
    const asked = {
      amount: 1250,
      currency: 'THB',
      reference: 'order-1001',
      client_name: 'สมชาย ใจดี',
      client_bank_name: 'SCB',
      client_bank_account: '1234567890',
      metadata: { shop: 'ขนมปัง', lines: [1, 2.5, null, true] },
    };
    const created = await api.createQrCode(asked);
    expect(created).toEqual({
      ...asked,
      qr_code_id: expect.stringMatching(/^qr_[0-9a-z]{26}$/),
      payment_id: expect.stringMatching(/^pay_[0-9a-z]{26}$/),
      qr_data: expect.stringContaining('54071250.005802TH'),
      qr_image_url: `https://pay.example.com/Thai/qr-codes/${created.qr_code_id}/image`,
      checkout_url: `https://pay.example.com/pay/${created.qr_code_id}`,
      expires_at: expect.any(String),
      status: 'pending',
    });
    expect(await api.readPayment(created.payment_id)).toMatchObject({
      payment_id: created.payment_id,
      qr_code_id: created.qr_code_id,
      status: 'pending',
      amount: 1250,
      reference: 'order-1001',
      metadata: asked.metadata,
      expires_at: created.expires_at,
      completed_at: null,
    });
  });

  it("omits the customer's fields that the request did not contain", async () => {
    const created = await api.createQrCode({ client_name: null });
    expect(Object.keys(created).filter((name) => name.startsWith('client'))).toEqual([]);
    expect(created).toMatchObject({ reference: null, metadata: null });
  });

  it('is dispatched to Temporal after the commit', async () => {
    const { payment_id } = await api.createQrCode();
    expect(api.deps.offered.at(-1)).toMatchObject({ topic: 'start', subject: payment_id });
  });
});

describe('an amount', () => {
  it.each([
    ['1', 1],
    ['2000000', 2_000_000],
    ['1e3', 1000],
    ['100.0', 100],
  ])('written as %s is %d baht', async (written, amount) => {
    const { status, body } = await api.post(path, `{"amount": ${written}, "currency": "THB"}`);
    expect([status, (body as { amount: number }).amount]).toEqual([200, amount]);
  });
});

describe('the deadline', () => {
  it.each([
    [{}, 15],
    [{ expiry_minutes: null }, 15],
    [{ expiry_minutes: 1 }, 1],
    [{ expiry_minutes: 1440 }, 1440],
  ])('with %j is in %d minutes', async (request, minutes) => {
    const before = Date.now();
    const { expires_at } = await api.createQrCode(request);
    const aheadMs = new Date(expires_at).getTime() - minutes * 60_000;
    expect(aheadMs).toBeGreaterThanOrEqual(before);
    expect(aheadMs).toBeLessThanOrEqual(Date.now());
  });
});

describe('text', () => {
  it('is trimmed and NFC-normalized', async () => {
    const { reference } = await api.createQrCode({ reference: '  cafe\u0301 ' });
    expect(reference).toBe('caf\u00e9');
  });

  it('is counted in code points, not UTF-16 units', async () => {
    for (const written of [`${'x'.repeat(35)}  `, `${'x'.repeat(34)}e\u0301`]) {
      const { reference } = await api.createQrCode({ reference: written });
      expect(Array.from(reference ?? '')).toHaveLength(35);
    }
    const { reference } = await api.createQrCode({ reference: '🙏'.repeat(35) });
    expect(reference).toBe('🙏'.repeat(35));
  });
});

describe('metadata', () => {
  it('is returned unchanged, including names special to JavaScript', async () => {
    const metadata = '{"__proto__":{"amount":5},"constructor":1,"b":2,"a":"line\\nbreak","":""}';
    const { text } = await api.post(path, `{"amount":1,"currency":"THB","metadata":${metadata}}`);
    expect(text).toContain(`"metadata":${metadata}`);
    const { payment_id } = JSON.parse(text) as { payment_id: string };
    const read = await api.get(`/Thai/v1/payments/${payment_id}`);
    expect(read.text).toContain(`"metadata":${metadata}`);
  });

  it('can be 16 KB and 8 levels deep', async () => {
    const wide = { text: 'x'.repeat(16 * 1024 - '{"text":""}'.length) };
    expect((await api.createQrCode({ metadata: wide })).metadata).toEqual(wide);
    const deep = JSON.parse(`${'{"a":'.repeat(7)}{}${'}'.repeat(7)}`) as object;
    expect((await api.createQrCode({ metadata: deep })).metadata).toEqual(deep);
  });
});

describe('an unknown field', () => {
  it('is ignored', async () => {
    const created = await api.createQrCode({ colour: 'red', status: 'succeeded', payment_id: 'x' });
    expect(created).toMatchObject({ status: 'pending' });
    expect(created).not.toHaveProperty('colour');
  });

  it('is not set through __proto__ or a repeated member', async () => {
    const hidden = '{"__proto__":{"amount":7},"currency":"THB"}';
    expect((await api.post(path, hidden)).code).toBe('missing_parameter');
    const twice = '{"amount":5,"currency":"THB","amount":6}';
    expect((await api.post(path, twice)).body).toMatchObject({ amount: 6 });
  });
});

describe('a customer', () => {
  it('is not readable in the database', async () => {
    await api.createQrCode({ client_name: 'Marker Name', client_bank_account: '9876501234' });
    const [row] = await api.deps.db('qr_codes').whereNotNull('client_sealed').select('*');
    expect(JSON.stringify(row)).not.toMatch(/Marker Name|9876501234/);
  });
});
