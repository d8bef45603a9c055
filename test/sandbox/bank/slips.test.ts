import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { parseSlip } from '../../../src/orders/deposit/rules/slip';
import { SANDBOX_BANK_CODE } from '../../../sandbox/bank/slips/bank-code';
import { depositQrFor, providerKey, qrFor, startBank, type TestBank } from './bank';
import { startGatewayStub } from './gateway-stub';

let bank: TestBank;

beforeAll(async () => {
  // The default loads the program from the network.
  const program = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } });
  const gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url });
});

async function paid(fields: object) {
  const { body } = await bank.pay({ qrData: depositQrFor('REF1', 12_345), ...fields });
  const transRefs = body.callbacks.map(({ transactionId }) => transactionId ?? '');
  return { paymentId: body.paymentId, settledAt: body.settledAt, transRefs };
}

const picture = (paymentId: string, query = '') =>
  fetch(`${bank.url}/payments/${paymentId}/slip.png${query}`);

/** The slips in the QR codes of a picture. */
async function slipOn(response: Response) {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const codes = await readBarcodes(bytes, { formats: ['QRCode'] });
  return codes.map(({ text }) => parseSlip(text));
}

async function ask(sendingBank: string, transRef: string) {
  const headers = { authorization: `Bearer ${providerKey}` };
  const response = await fetch(`${bank.url}/slips/${sendingBank}/${transRef}`, { headers });
  return { status: response.status, body: (await response.json()) as object };
}

describe('slip of a payment', () => {
  it('is a picture whose QR code contains the transaction id', async () => {
    const { paymentId, transRefs } = await paid({});
    expect(await slipOn(await picture(paymentId))).toEqual([
      { kind: 'bank', sendingBank: SANDBOX_BANK_CODE, transRef: transRefs[0] },
    ]);
  });

  it('is a picture for each of two transfers', async () => {
    const { paymentId, transRefs } = await paid({ mode: 'twice' });
    for (const transRef of transRefs) {
      const [slip] = await slipOn(await picture(paymentId, `?transfer=${transRef}`));
      expect(slip).toMatchObject({ transRef });
    }
    expect((await picture(paymentId, '?transfer=SBXANOTHER')).status).toBe(404);
  });

  it('is a 404 for a declined, scheduled or unknown payment', async () => {
    const declined = await paid({ mode: 'decline' });
    const late = await paid({ mode: 'late', delaySeconds: 3_600 });
    for (const { paymentId } of [declined, late, { paymentId: 'sbp_none' }]) {
      expect((await picture(paymentId)).status).toBe(404);
    }
  });
});

describe('slip inquiry', () => {
  it('returns amount, time and reference of the transfer', async () => {
    const { settledAt, transRefs } = await paid({ mode: 'short' });
    const [transRef = ''] = transRefs;
    const expected = { sendingBank: '999', transRef, amount: 122.45, paidTo: 'REF1' };
    expect(await ask('999', transRef)).toEqual({
      status: 200,
      body: { ...expected, paidAt: settledAt },
    });
  });

  it('is a 404 for another bank and for an unknown transfer', async () => {
    const { transRefs } = await paid({});
    const late = await bank.pay({ qrData: qrFor('R', 1), mode: 'late', delaySeconds: 3_600 });
    expect(late.status).toBe(201);
    const unknown = { status: 404, body: { error: { code: 'transfer_not_found' } } };
    for (const [sendingBank, transRef] of [
      ['014', transRefs[0] ?? ''],
      ['999', 'SBXANOTHER'],
      ['999', '__proto__'],
    ] as const) {
      expect(await ask(sendingBank, transRef)).toMatchObject(unknown);
    }
  });

  it('finds the transfer after a restart', async () => {
    const { transRefs } = await paid({});
    await bank.close();
    const gateway = await startGatewayStub();
    bank = await startBank({ gatewayUrl: gateway.url, dataDir: bank.dataDir });
    expect((await ask('999', transRefs[0] ?? '')).status).toBe(200);
  });
});
