import { createGwProvider } from '../../src/provider/gw';
import type { Payout, Provider } from '../../src/provider/provider';
import { createSandboxSlipVerifier } from '../../src/provider/sandbox-slip-verifier';
import { closeAfterFile } from '../support/close-after-file';
import { depositQrFor, providerKey, startBank } from '../sandbox-bank/bank';
import type { TestBank } from '../sandbox-bank/bank';
import { startGatewayStub } from '../sandbox-bank/gateway-stub';
import type { GatewayStub } from '../sandbox-bank/gateway-stub';

/** The client and the sandbox bank speak the same contract: each is the proof of the other. */
let gateway: GatewayStub;
let bank: TestBank;
let provider: Provider;

beforeAll(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url });
  provider = providerUnder(providerKey);
});

function providerUnder(key: string): Provider {
  const made = createGwProvider({ url: bank.url, key, timeoutMs: 500 });
  closeAfterFile(() => made.close());
  return made;
}

let count = 0;
function payoutOf(amountSatang: number): Payout {
  count += 1;
  return {
    kind: 'payout',
    orderId: `0192f0c1-0000-7000-8000-${String(count).padStart(12, '0')}`,
    amountSatang,
    account: {
      bankCode: null,
      bankName: 'ธนาคารที่ไม่มีรหัส',
      accountNumber: '1234567890',
      accountName: 'ชื่อบัญชี',
    },
  };
}

const accepted = { kind: 'accepted' };
const txn: unknown = expect.stringMatching(/^SBX/);

describe('a payout by the provider', () => {
  it('is accepted, waits, and succeeds when it is sent', async () => {
    const payout = payoutOf(123_450);
    expect(await provider.find('payout', payout.orderId)).toEqual({ kind: 'not_found' });
    expect(await provider.send(payout)).toEqual(accepted);
    expect(await provider.find('payout', payout.orderId)).toEqual({ kind: 'waiting' });
    await bank.payouts.decide(payout.orderId, 'succeed');
    const found = { kind: 'succeeded', transactionId: txn, amountSatang: 123_450 };
    expect(await provider.find('payout', payout.orderId)).toEqual(found);
  });

  it('that fails says why', async () => {
    const payout = payoutOf(123_402);
    expect(await provider.send(payout)).toEqual(accepted);
    const failed = {
      kind: 'failed',
      code: 'bank_rejected',
      message: expect.any(String) as unknown,
    };
    expect(await provider.find('payout', payout.orderId)).toEqual(failed);
  });

  it('that is sent again under its reference is accepted and paid once', async () => {
    const payout = payoutOf(123_401);
    const before = (await bank.book()).totals.payouts.succeeded.count;
    const sent = await Promise.all([1, 2, 3].map(() => provider.send(payout)));
    expect(sent).toEqual([accepted, accepted, accepted]);
    expect((await bank.book()).totals.payouts.succeeded.count).toBe(before + 1);
  });

  it('that is another one under a known reference is unknown, and not paid', async () => {
    const payout = payoutOf(123_450);
    await provider.send(payout);
    const other = await provider.send({ ...payout, amountSatang: 123_401 });
    expect(other).toEqual({ kind: 'unknown', reason: 'HTTP 409' });
    expect(await provider.find('payout', payout.orderId)).toEqual({ kind: 'waiting' });
  });

  it('to an account that does not exist is refused', async () => {
    const refused = {
      kind: 'refused',
      code: 'account_not_found',
      message: expect.any(String) as unknown,
    };
    expect(await provider.send(payoutOf(123_407))).toEqual(refused);
  });

  it('that the bank could not read is refused', async () => {
    const refused = {
      kind: 'refused',
      code: 'invalid_request',
      message: expect.any(String) as unknown,
    };
    const { account, ...payout } = payoutOf(100);
    const nameless = { ...payout, account: { ...account, bankName: '' } };
    expect(await provider.send(nameless)).toEqual(refused);
  });

  it('that is never answered is unknown, and an inquiry finds it', async () => {
    const payout = payoutOf(123_403);
    const unknown = { kind: 'unknown', reason: 'timeout' };
    expect(await provider.send(payout)).toEqual(unknown);
    expect(await provider.find('payout', payout.orderId)).toMatchObject({ kind: 'succeeded' });
    expect(await provider.send(payout)).toEqual(accepted);
  });

  it('that met a fault before it was booked is not found, and can be sent again', async () => {
    const payout = payoutOf(123_409);
    expect(await provider.send(payout)).toEqual({ kind: 'unknown', reason: 'HTTP 500' });
    expect(await provider.find('payout', payout.orderId)).toEqual({ kind: 'not_found' });
    expect(await provider.send(payout)).toEqual(accepted);
    expect(await provider.find('payout', payout.orderId)).toMatchObject({ kind: 'succeeded' });
  });

  it('under a wrong key is unreachable', async () => {
    const stranger = providerUnder('a-key-of-somebody-else');
    const payout = payoutOf(123_401);
    const unreachable = { kind: 'unreachable', reason: 'HTTP 401' };
    expect(await stranger.send(payout)).toEqual(unreachable);
    expect(await stranger.find('payout', payout.orderId)).toEqual(unreachable);
    expect(await provider.find('payout', payout.orderId)).toEqual({ kind: 'not_found' });
  });
});

describe('a slip of the sandbox bank', () => {
  const verifierUnder = (key: string, url = bank.url) => {
    const verifier = createSandboxSlipVerifier({ url, key, timeoutMs: 500 });
    closeAfterFile(() => verifier.close());
    return verifier;
  };

  it('is verified with the amount and the reference that was paid', async () => {
    const { body } = await bank.pay({ qrData: depositQrFor('REF1', 12_345) });
    const transRef = body.callbacks[0]?.transactionId ?? '';
    const found = { kind: 'found', amountSatang: 12_345, paidTo: 'REF1' };
    expect(await verifierUnder(providerKey).verify({ sendingBank: '999', transRef })).toEqual(
      found,
    );
  });

  it.each([
    ['999', 'SBXUNKNOWN'],
    ['014', 'SBXUNKNOWN'],
    ['999', '..'],
    ['999', 'a/b?c#d%'],
  ])('that names %s %s is not found', async (sendingBank, transRef) => {
    const verified = await verifierUnder(providerKey).verify({ sendingBank, transRef });
    expect(verified).toEqual({ kind: 'not_found' });
  });

  it('proves nothing while the bank does not know us', async () => {
    const named = { sendingBank: '999', transRef: 'SBX1' };
    const unknown = { kind: 'unreachable', reason: 'HTTP 401' };
    expect(await verifierUnder('a-key-of-somebody-else').verify(named)).toEqual(unknown);
  });
});
