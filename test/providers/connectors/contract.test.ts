import { createGenericClient } from '../../../src/providers/connectors/generic/client';
import type { BankAccount } from '../../../src/platform/observe/request-subject';
import type { ProviderClient, ProviderRequest } from '../../../src/providers/connectors/connector';
import { foundOne, inquiryAbout } from '../../support/inquiry';
import { closeAfterFile } from '../../support/close-after-file';
import { depositQrFor, providerKey, startBank, type TestBank } from '../../sandbox/bank/bank';
import { startGatewayStub, type GatewayStub } from '../../sandbox/bank/gateway-stub';

/** The generic client against the sandbox bank: each verifies the other's contract. */
let gateway: GatewayStub;
let bank: TestBank;
type Payout = Extract<ProviderRequest, { kind: 'payout' }>;
type Refund = Extract<ProviderRequest, { kind: 'refund' }>;
type Charge = Extract<ProviderRequest, { kind: 'charge' }>;
let provider: ProviderClient;

beforeAll(async () => {
  gateway = await startGatewayStub();
  bank = await startBank({ gatewayUrl: gateway.url, refundsWait: true });
  provider = providerUnder(providerKey);
});

/** Longer than a busy machine takes for a response. */
const PATIENT_MS = 10_000;

function providerUnder(key: string, timeoutMs = PATIENT_MS): ProviderClient {
  const made = createGenericClient({ url: bank.url, key, timeoutMs });
  closeAfterFile(() => made.close());
  return made;
}

let count = 0;
function newOrderId(): string {
  count += 1;
  return `0192f0c1-0000-7000-8000-${String(count).padStart(12, '0')}`;
}

const account: BankAccount = {
  bankCode: null,
  bankName: 'ธนาคารที่ไม่มีรหัส',
  accountNumber: '1234567890',
  accountName: 'ชื่อบัญชี',
};
function payoutOf(amountSatang: number): Payout {
  return { kind: 'payout', orderId: newOrderId(), amountSatang, account };
}
function refundOf(amountSatang: number, fields: Partial<Refund> = {}): Refund {
  const paymentId = 'pay_0192f0c1';
  return { kind: 'refund', orderId: newOrderId(), amountSatang, paymentId, account, ...fields };
}
function chargeOf(amountSatang: number, token = 'tok_success'): Charge {
  return { kind: 'charge', orderId: newOrderId(), amountSatang, token };
}

const accepted = { kind: 'accepted', providerRef: null };
const txn: unknown = expect.stringMatching(/^SBX/);
const words: unknown = expect.any(String);

describe('a payout by the provider', () => {
  it('is accepted, stays processing, and succeeds', async () => {
    const payout = payoutOf(123_450);
    expect(await provider.find(inquiryAbout('payout', payout.orderId))).toEqual({
      kind: 'not_found',
    });
    expect(await provider.send(payout)).toEqual(accepted);
    expect(await provider.find(inquiryAbout('payout', payout.orderId))).toEqual({
      kind: 'waiting',
    });
    await bank.payouts.decide(payout.orderId, 'succeed');
    const found = foundOne(txn as string, 123_450);
    expect(await provider.find(inquiryAbout('payout', payout.orderId))).toEqual(found);
  });

  it('reports the reason of a failure', async () => {
    const payout = payoutOf(123_402);
    expect(await provider.send(payout)).toEqual(accepted);
    const failed = {
      kind: 'failed',
      code: 'bank_rejected',
      message: words,
    };
    expect(await provider.find(inquiryAbout('payout', payout.orderId))).toEqual(failed);
  });

  it('to an unknown account is refused', async () => {
    const refused = {
      kind: 'refused',
      code: 'account_not_found',
      message: words,
    };
    expect(await provider.send(payoutOf(123_407))).toEqual(refused);
  });

  it('that is malformed is refused', async () => {
    const refused = {
      kind: 'refused',
      code: 'invalid_request',
      message: words,
    };
    const { account, ...payout } = payoutOf(100);
    const nameless = { ...payout, account: { ...account, bankName: '' } };
    expect(await provider.send(nameless)).toEqual(refused);
  });

  it('that failed before it was booked is not found, and can be submitted again', async () => {
    const payout = payoutOf(123_409);
    expect(await provider.send(payout)).toEqual({ kind: 'unknown', reason: 'HTTP 500' });
    expect(await provider.find(inquiryAbout('payout', payout.orderId))).toEqual({
      kind: 'not_found',
    });
    expect(await provider.send(payout)).toEqual(accepted);
    expect(await provider.find(inquiryAbout('payout', payout.orderId))).toMatchObject({
      kind: 'succeeded',
    });
  });
});

describe('a refund by the provider', () => {
  it('is accepted, stays processing, and succeeds', async () => {
    const refund = refundOf(50_000);
    expect(await provider.send(refund)).toEqual(accepted);
    expect(await provider.find(inquiryAbout('refund', refund.orderId))).toEqual({
      kind: 'waiting',
    });
    await bank.refunds.decide(refund.orderId, 'succeed');
    const found = foundOne(txn as string, 50_000);
    expect(await provider.find(inquiryAbout('refund', refund.orderId))).toEqual(found);
  });

  it('reports the reason of a failure', async () => {
    const refund = refundOf(50_000);
    await provider.send(refund);
    await bank.refunds.decide(refund.orderId, 'fail');
    const failed = { kind: 'failed', code: 'bank_rejected', message: words };
    expect(await provider.find(inquiryAbout('refund', refund.orderId))).toEqual(failed);
  });

  it('to the charged token is accepted, under the order id of the charge', async () => {
    const charge = chargeOf(50_000);
    await provider.send(charge);
    const refund = refundOf(20_000, { paymentId: charge.orderId, account: null });
    expect(await provider.send(refund)).toEqual(accepted);
    expect(await provider.find(inquiryAbout('refund', refund.orderId))).toEqual({
      kind: 'waiting',
    });
  });

  it('to a token without a charge is refused', async () => {
    const refused = { kind: 'refused', code: 'payment_not_found', message: words };
    expect(await provider.send(refundOf(50_000, { account: null }))).toEqual(refused);
  });
});

describe('a charge by the provider', () => {
  it('succeeds', async () => {
    const charge = chargeOf(50_000);
    expect(await provider.send(charge)).toEqual(accepted);
    const found = foundOne(txn as string, 50_000);
    expect(await provider.find(inquiryAbout('charge', charge.orderId))).toEqual(found);
  });

  it.each([
    ['tok_declined', 'card_declined'],
    ['tok_insufficient_funds', 'insufficient_funds'],
  ])('of %s is accepted and fails with %s', async (token, code) => {
    const charge = chargeOf(50_000, token);
    expect(await provider.send(charge)).toEqual(accepted);
    const failed = { kind: 'failed', code, message: words };
    expect(await provider.find(inquiryAbout('charge', charge.orderId))).toEqual(failed);
  });

  it('of an unknown token is refused', async () => {
    const refused = { kind: 'refused', code: 'invalid_token', message: words };
    expect(await provider.send(chargeOf(50_000, 'tok_of_nobody'))).toEqual(refused);
  });
});

describe.each<[ProviderRequest['kind'], () => ProviderRequest, () => ProviderRequest]>([
  ['payout', () => payoutOf(123_401), () => payoutOf(123_403)],
  ['refund', () => refundOf(123_401), () => refundOf(123_403)],
  ['charge', () => chargeOf(123_400), () => chargeOf(123_400, 'tok_timeout')],
])('every %s by the provider', (kind, prompt, unanswered) => {
  const succeeded = async () => (await bank.book()).totals[`${kind}s`].succeeded.count;

  it('that is repeated under its reference is accepted and carried out once', async () => {
    const request = prompt();
    const before = await succeeded();
    const sent = await Promise.all([1, 2, 3].map(() => provider.send(request)));
    expect(sent).toEqual([accepted, accepted, accepted]);
    expect(await succeeded()).toBe(before + 1);
  });

  it('that differs under a used reference is unknown and not carried out', async () => {
    const request = prompt();
    await provider.send(request);
    const before = await succeeded();
    const other = await provider.send({ ...request, amountSatang: 200_001 });
    expect(other).toEqual({ kind: 'unknown', reason: 'HTTP 409' });
    expect(await succeeded()).toBe(before);
  });

  it('without a response is unknown, and an inquiry finds it', async () => {
    const request = unanswered();
    const impatient = providerUnder(providerKey, 500);
    expect(await impatient.send(request)).toEqual({ kind: 'unknown', reason: 'timeout' });
    expect(await provider.find(inquiryAbout(kind, request.orderId))).toMatchObject({
      kind: 'succeeded',
    });
    expect(await provider.send(request)).toEqual(accepted);
  });

  it('is found under its own kind only', async () => {
    const request = prompt();
    await provider.send(request);
    const others = (['payout', 'refund', 'charge'] as const).filter((other) => other !== kind);
    for (const other of others) {
      expect(await provider.find(inquiryAbout(other, request.orderId))).toEqual({
        kind: 'not_found',
      });
    }
  });

  it('with a wrong key is unreachable', async () => {
    const stranger = providerUnder('a-key-of-somebody-else');
    const request = prompt();
    const unreachable = { kind: 'unreachable', reason: 'HTTP 401' };
    expect(await stranger.send(request)).toEqual(unreachable);
    expect(await stranger.find(inquiryAbout(kind, request.orderId))).toEqual(unreachable);
    expect(await provider.find(inquiryAbout(kind, request.orderId))).toEqual({ kind: 'not_found' });
  });
});

describe('an account by the provider', () => {
  // The longest possible account name.
  it.each(['', `${'ก'.repeat(100)} ${'x'.repeat(100)}`])(
    'may be called %j',
    async (accountName) => {
      const named = { ...account, accountName };
      expect(await provider.send({ ...payoutOf(100), account: named })).toEqual(accepted);
      expect(await provider.send(refundOf(100, { account: named }))).toEqual(accepted);
    },
  );
});

describe('a slip of the sandbox bank', () => {
  const clientUnder = (key: string, url = bank.url) => {
    const made = createGenericClient({ url, key, timeoutMs: PATIENT_MS, verifiesSlips: true });
    closeAfterFile(() => made.close());
    return made;
  };

  it('is verified with the amount and the reference', async () => {
    const { body } = await bank.pay({ qrData: depositQrFor('REF1', 12_345) });
    const transRef = body.callbacks[0]?.transactionId ?? '';
    const paidAt = expect.any(Date) as unknown;
    const found = { kind: 'found', amountSatang: 12_345, paidTo: 'REF1', paidAt };
    expect(await clientUnder(providerKey).verifySlip?.({ sendingBank: '999', transRef })).toEqual(
      found,
    );
  });

  it.each([
    ['999', 'SBXUNKNOWN'],
    ['014', 'SBXUNKNOWN'],
    ['999', '..'],
    ['999', 'a/b?c#d%'],
  ])('that names %s %s is not found', async (sendingBank, transRef) => {
    const verified = await clientUnder(providerKey).verifySlip?.({ sendingBank, transRef });
    expect(verified).toEqual({ kind: 'not_found' });
  });

  it('proves nothing with a wrong key', async () => {
    const named = { sendingBank: '999', transRef: 'SBX1' };
    const unknown = { kind: 'unreachable', reason: 'HTTP 401' };
    expect(await clientUnder('a-key-of-somebody-else').verifySlip?.(named)).toEqual(unknown);
  });
});
