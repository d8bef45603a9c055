import { createHash } from 'node:crypto';
import { presentQrCode } from '../../../src/orders/payment/api/qr-codes/present';
import { createQrCode } from '../../../src/orders/payment/create-qr-code';
import { newId, newPaymentRef, newSecretId } from '../../../src/platform/new-id';
import { findViolations } from '../../../src/reports/store/invariants';
import type { NewQrPayment } from '../../../src/orders/payment/store/create-qr-payments';
import { testDatabase } from '../../support/database';
import { testDeps, testMerchant, testPayment } from '../../support/gateway';

async function setUp() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  return { knex, deps, ...(await testMerchant(knex)) };
}

test('a hundred concurrent payments share statements, and each is complete', async () => {
  const { knex, deps, merchant } = await setUp();
  const ids = await Promise.all(Array.from({ length: 100 }, () => testPayment(deps, merchant)));
  expect(new Set(ids).size).toBe(100);
  expect(await knex('orders').pluck('id')).toHaveLength(100);
  expect(await knex('qr_codes').pluck('order_id')).toHaveLength(100);
  expect(await knex('events').pluck('order_id')).toHaveLength(100);
  expect(deps.offered.map(({ subject }) => subject).toSorted()).toEqual(ids.toSorted());
  expect(await findViolations(knex)).toEqual([]);
  // Rows created by one statement have one transaction id.
  const { rows } = await knex.raw('select count(distinct xmin::text) as statements from orders');
  expect(Number(rows[0].statements)).toBeLessThan(100);
});

test('requests with one key in one statement create one payment with equal responses', async () => {
  const { knex, deps, merchant } = await setUp();
  const claim = {
    merchantId: merchant.id,
    operation: 'createQrCode',
    key: 'twins',
    fingerprint: createHash('sha256').update('same').digest(),
  };
  const request = {
    amountSatang: 500,
    reference: null,
    expiryMinutes: 15,
    metadata: null,
    client: { name: null, bankName: null, bankAccount: null },
  };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => createQrCode(deps, merchant, request, claim)),
  );
  expect(new Set(answers.map(({ order }) => JSON.stringify(presentQrCode(order, '')))).size).toBe(
    1,
  );
  expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(await knex('orders').pluck('id')).toEqual([answers[0]?.order.paymentId]);
});

test('a payment that Postgres rejects does not affect the others of its batch', async () => {
  const { knex, deps, merchant } = await setUp();
  const payment = (ref: string): NewQrPayment => ({
    orderId: newId('pay_'),
    qrCodeId: newSecretId('qr_'),
    merchantId: merchant.id,
    accountId: 'default',
    routing: null,
    amountSatang: 100,
    ref,
    reference: null,
    metadata: null,
    clientSealed: null,
    payload: 'payload',
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    origin: null,
    event: { id: newId('evt_'), body: '{}' },
    claim: null,
  });
  const taken = newPaymentRef();
  await deps.batched.createQrPayment(payment(taken));
  const results = await Promise.allSettled(
    [newPaymentRef(), taken, newPaymentRef()].map((ref) =>
      deps.batched.createQrPayment(payment(ref)),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await knex('orders').pluck('id')).toHaveLength(3);
});

test('keys looked up in one batch each find their merchant', async () => {
  const { knex, deps, merchant } = await setUp();
  const other = await testMerchant(knex);
  const revoked = await testMerchant(knex);
  await knex('api_keys')
    .where('merchant_id', revoked.merchant.id)
    .update({ revoked_at: knex.fn.now() });
  const hashes = await Promise.all(
    [merchant.id, other.merchant.id, revoked.merchant.id].map(
      async (id) => (await knex('api_keys').where('merchant_id', id).first('hash')).hash as Buffer,
    ),
  );
  const unknown = createHash('sha256').update('unknown').digest();
  const found = await Promise.all([...hashes, unknown].map(deps.batched.merchantByKey));
  expect(found.map((each) => each?.id ?? null)).toEqual([
    merchant.id,
    other.merchant.id,
    null,
    null,
  ]);
});
