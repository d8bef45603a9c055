import { findViolations } from '../../../src/reports/store/invariants';
import { testPaidPayment } from '../../support/refunds';
import { startApi, untilAdmitted, type Answered, type Api } from '../../http/api';
import { depositRequest, withdrawalRequest } from '../../http/api/transfers';

/** Keys per operation, and equal requests per key. */
const KEYS = 10;
const TWINS = 20;

let api: Api;
let payments: readonly string[];
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
  const { deps, merchant } = api;
  payments = await Promise.all(Array.from({ length: KEYS }, () => testPaidPayment(deps, merchant)));
});
afterAll(async () => {
  expect(await findViolations(api.deps.db)).toEqual([]);
});

interface Operation {
  readonly name: string;
  readonly path: string;
  readonly kind: string;
  readonly body: (amount: number, key: number) => object;
}

const currency = 'THB';
const operations: readonly Operation[] = [
  {
    name: 'QR code',
    path: '/Thai/v1/qr-codes',
    kind: 'payment',
    body: (amount) => ({ amount, currency }),
  },
  {
    name: 'token payment',
    path: '/Thai/v1/payments',
    kind: 'payment',
    body: (amount) => ({ amount, currency, token_id: 'tok_success' }),
  },
  {
    name: 'deposit',
    path: '/deposit/gw',
    kind: 'deposit',
    body: (amount) => ({ ...depositRequest, amount }),
  },
  {
    name: 'withdrawal',
    path: '/withdraw/gw',
    kind: 'withdrawal',
    body: (amount) => ({ ...withdrawalRequest, amount }),
  },
  {
    name: 'refund',
    path: '/Thai/v1/refunds',
    kind: 'refund',
    body: (amount, key) => ({ amount, payment_id: payments[key] }),
  },
];

const keys = Array.from({ length: KEYS }, (_, key) => key);
const wave = ({ path, body }: Operation, amount: number, times: number): Promise<Answered[]> =>
  Promise.all(
    keys.flatMap((key) =>
      Array.from({ length: times }, () =>
        untilAdmitted(() =>
          api.post(path, body(amount, key), { headers: { 'Idempotency-Key': `key-${key}` } }),
        ),
      ),
    ),
  );

const isReplay = ({ headers }: Answered): boolean => headers.get('idempotent-replayed') === 'true';
const isMade = ({ status }: Answered): boolean => status === 200 || status === 201;
const countOf = async (kind: string): Promise<number> =>
  (await api.deps.db('orders').where({ kind }).pluck('id')).length;

describe.each(operations)('ten keys for a $name', (operation) => {
  let before: number;
  let first: readonly Answered[];

  test('with twenty equal concurrent requests each have ten effects', async () => {
    before = await countOf(operation.kind);
    first = await wave(operation, 1, TWINS);
    expect(first.filter(isMade)).toHaveLength(KEYS * TWINS);
    expect(first.filter(isReplay)).toHaveLength(KEYS * (TWINS - 1));
    expect((await countOf(operation.kind)) - before).toBe(KEYS);
    for (const key of keys) {
      const twins = first.slice(key * TWINS, (key + 1) * TWINS);
      expect(new Set(twins.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    }
  });

  test('with another body get ten refusals and change nothing', async () => {
    const others = await wave(operation, 2, 1);
    expect(others.map(({ status, code }) => `${status} ${code}`)).toEqual(
      others.map(() => '409 idempotency_key_reused'),
    );
    const again = await wave(operation, 1, 1);
    expect(again.map(({ text }) => text)).toEqual(keys.map((key) => first[key * TWINS]?.text));
    expect((await countOf(operation.kind)) - before).toBe(KEYS);
  });

  test("are free after 24 hours by the database's clock, for one effect each", async () => {
    await api.deps.db.raw("update idempotency_keys set expires_at = expires_at - interval '1 day'");
    const fresh = await wave(operation, 2, 3);
    expect(fresh.filter(isMade)).toHaveLength(KEYS * 3);
    expect(fresh.filter((answer) => !isReplay(answer))).toHaveLength(KEYS);
    expect((await countOf(operation.kind)) - before).toBe(2 * KEYS);
  });
});
