import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { testCallback, testDeposit, testMerchant } from '../support/gateway';
import { startApi, type Answered, type Api } from '../http/api';
import { transfersOf, type Transfers } from '../http/api/transfers';

/** A long run uses 100. */
const rounds = Number(process.env['SAPHAN_OVERDRAFT_ROUNDS'] ?? 8);
const WITHDRAWALS = 64;
const DEPOSITS = 4;
/** Half of the total of the withdrawals. */
const OPENING_BAHT = (WITHDRAWALS * 100) / 2;

let api: Api;
let shop: Transfers;
beforeAll(async () => {
  api = await startApi();
  shop = transfersOf(api);
});

/** Sends a callback and applies it as the order's workflow does. */
async function decide(orderId: string, reported: 'succeeded' | 'failed'): Promise<void> {
  await testCallback(api.deps, orderId, { reported });
  await applyPending(api.deps.db, orderId);
}

/** Creates a withdrawal. Every second one ends immediately; of four, three fail. */
async function withdraw(key: string, number: number): Promise<Answered> {
  const answer = await shop.createWithdrawal({}, { key });
  const { orderId = null } = answer.body as { readonly orderId?: string };
  if (orderId !== null && number % 2 === 0) {
    await decide(orderId, number % 8 === 0 ? 'succeeded' : 'failed');
  }
  return answer;
}

async function round(): Promise<void> {
  const { db } = api.deps;
  const opening = { openingSatang: OPENING_BAHT * 100 };
  const { merchant, apiKey: key } = await testMerchant(db, opening);
  const deposits = await Promise.all(
    Array.from({ length: DEPOSITS }, () => testDeposit(api.deps, merchant)),
  );
  const asked = Array.from({ length: WITHDRAWALS }, (_, number) => withdraw(key, number));
  const paid = deposits.map(({ orderId }) => decide(orderId, 'succeeded'));
  const [answers] = await Promise.all([Promise.all(asked), Promise.all(paid)]);

  const statuses = answers.map(({ status, code }) => code ?? `${status}`);
  const made = statuses.filter((status) => status === '201').length;
  const refused = statuses.filter((status) => status === 'insufficient_funds').length;
  const others = statuses.filter((status) => !['201', 'insufficient_funds'].includes(status));
  expect({ others, sum: made + refused }).toEqual({ others: [], sum: WITHDRAWALS });
  const count = async (status: string) =>
    (await db('orders').where({ merchant_id: merchant.id, kind: 'withdrawal', status })).length;
  const [failed, succeeded] = [await count('failed'), await count('succeeded')];
  // The withdrawals that were not returned do not exceed the funds.
  const inBaht = OPENING_BAHT + DEPOSITS * 100;
  expect((made - failed) * 100).toBeLessThanOrEqual(inBaht);
  expect(made * 100).toBeGreaterThanOrEqual(Math.min(OPENING_BAHT, WITHDRAWALS * 100));
  expect(await shop.balance({ key })).toEqual([
    inBaht - (made - failed) * 100,
    (made - failed - succeeded) * 100,
  ]);
}

test('64 concurrent withdrawals of twice the balance never overdraw it', async () => {
  for (let count = 0; count < rounds; count++) await round();
  expect(await findViolations(api.deps.db)).toEqual([]);
});
