import { findViolations } from '../../../../src/reports/store/invariants';
import { claimRequest, makeManual } from '../../../../src/orders/store/provider-requests';
import { testMerchant } from '../../../support/gateway';
import { testPaidPayment } from '../../../support/refunds';
import { until } from '../../../support/until';
import type { Answered } from '../../../http/api';
import { refundsPath, startShop } from './shop';
import { asOwner } from '../../../support/database';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterEach(async () => {
  expect(await findViolations(shop.db)).toEqual([]);
});

let keys = 0;
const newKey = () => `key-${++keys}`;
const under = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const replayed = (answer: Answered) => answer.headers.get('idempotent-replayed');
const said = ({ status, code }: Answered) => [status, code];

describe('the same request under the same key', () => {
  it('gets an equal response and refunds once', async () => {
    const payment_id = await shop.paid();
    const before = await shop.countRefunds();
    const key = newKey();
    const first = await shop.refund({ payment_id, amount: 40 }, under(key));
    const second = await shop.refund({ payment_id, amount: 40 }, under(key));
    expect([first.status, replayed(first)]).toEqual([200, null]);
    expect([second.status, second.text, replayed(second)]).toEqual([200, first.text, 'true']);
    expect(await shop.countRefunds()).toBe(before + 1);
  });

  it('50 times concurrently creates one refund with equal responses', async () => {
    const payment_id = await shop.paid();
    const before = await shop.countRefunds();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.refund({ payment_id }, under(key))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(await shop.countRefunds()).toBe(before + 1);
  });

  it('50 times concurrently without funds gets the error each time and frees the key', async () => {
    const payment_id = await shop.paid();
    await shop.created({ payment_id, amount: 60 });
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.refund({ payment_id, amount: 60 }, under(key))),
    );
    expect(new Set(answers.map((answer) => said(answer).join()))).toEqual(
      new Set(['400,refund_exceeds_remaining']),
    );
    expect(said(await shop.refund({ payment_id, amount: 40 }, under(key)))[0]).toBe(200);
  });

  it('is the same with other member order, white space or alias', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const first = await shop.refund(
      `{"payment_id":"${payment_id}","amount":40,"metadata":{"a":1,"b":2}}`,
      under(key),
    );
    const again = await shop.post(
      '/v1/refunds',
      ` { "metadata" : {"b":2,"a":1}, "amount": 4e1, "payment_id" : " ${payment_id} " } `,
      under(key),
    );
    expect([again.text, replayed(again)]).toEqual([first.text, 'true']);
  });

  it('with repeated members uses the last value each time', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const twice = `{"payment_id":"pay_none","payment_id":"${payment_id}","amount":99,"amount":7}`;
    const first = await shop.refund(twice, under(key));
    expect(first.body).toMatchObject({ payment_id, amount: 7 });
    const plain = await shop.refund({ payment_id, amount: 7 }, under(key));
    expect([plain.text, replayed(plain)]).toEqual([first.text, 'true']);
  });

  it('is replayed after the payment has been fully refunded', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const first = await shop.refund({ payment_id, amount: 60 }, under(key));
    const { refund_id } = first.body as { refund_id: string };
    await shop.sendCallback(refund_id, { reported: 'succeeded' });
    await shop.sendCallback((await shop.created({ payment_id })).refund_id, {
      reported: 'succeeded',
    });
    expect(await shop.readPayment(payment_id)).toMatchObject({ amount_refunded: 100 });
    const again = await shop.refund({ payment_id, amount: 60 }, under(key));
    expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, 'true']);
  });

  it('is replayed as created after the refund became manual', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const first = await shop.refund({ payment_id }, under(key));
    const { refund_id } = first.body as { refund_id: string };
    const unclaimed = { claims: 0, restoredAt: null };
    expect(await claimRequest(shop.db, refund_id, unclaimed, false)).toBe(true);
    expect(await makeManual(shop.db, refund_id, { claims: 1, accountId: 'default' })).toBe(true);
    expect(await shop.readRefund(refund_id)).toMatchObject({ method: 'manual' });
    expect((await shop.refund({ payment_id }, under(key))).text).toBe(first.text);
  });

  it('is replayed after the refund failed: a retry needs another key', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const first = await shop.refund({ payment_id }, under(key));
    await shop.sendCallback((first.body as { refund_id: string }).refund_id, {
      reported: 'failed',
    });
    expect((await shop.refund({ payment_id }, under(key))).text).toBe(first.text);
    expect(said(await shop.refund({ payment_id }, under(newKey())))[0]).toBe(200);
  });
});

describe('another request under the same key', () => {
  it.each([
    ['another amount', { amount: 41 }],
    ['no amount', { amount: undefined }],
    ['a reason', { reason: 'x' }],
    ['metadata', { metadata: {} }],
    ['another payment', { payment_id: 'pay_other' }],
    [
      'a destination',
      { destination: { bank_name: 'SCB', account_number: '123456', account_name: 'A' } },
    ],
  ])('with %s gets 409 and leaves the first unchanged', async (_name, changed) => {
    const payment_id = await shop.paid();
    const key = newKey();
    const first = await shop.refund({ payment_id, amount: 40 }, under(key));
    const other = await shop.refund({ payment_id, amount: 40, ...changed }, under(key));
    expect(said(other)).toEqual([409, 'idempotency_key_reused']);
    expect((await shop.refund({ payment_id, amount: 40 }, under(key))).text).toBe(first.text);
  });
});

describe('one key', () => {
  it('is independent for two merchants and two operations', async () => {
    const key = newKey();
    const other = await testMerchant(shop.db);
    const theirs = await testPaidPayment(shop.deps, other.merchant);
    const payment_id = await shop.paid();
    const token = { token_id: 'tok_success', amount: 5, currency: 'THB' };
    const ask = async () => [
      await shop.refund({ payment_id: theirs }, { ...under(key), key: other.apiKey }),
      await shop.post('/v1/qr-codes', { amount: 5, currency: 'THB' }, under(key)),
      await shop.post('/v1/payments', token, under(key)),
      // Last, because the response is stored by an update that must not match the other keys.
      await shop.refund({ payment_id }, under(key)),
    ];
    const answers = await ask();
    expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual(
      answers.map(() => [200, null]),
    );
    const again = await ask();
    expect(again.map((answer) => [answer.text, replayed(answer)])).toEqual(
      answers.map(({ text }) => [text, 'true']),
    );
  });

  it('is free after a 400 or 404 for a corrected request', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    for (const body of [
      { payment_id, amount: 0 },
      { payment_id, amount: 101 },
      { payment_id: 'pay_none' },
    ]) {
      expect((await shop.refund(body, under(key))).status).toBeGreaterThanOrEqual(400);
    }
    const answer = await shop.refund({ payment_id }, under(key));
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it('is free after insufficient funds and succeeds with funds', async () => {
    const payment_id = await shop.paid();
    await shop.drainTo(0);
    const key = newKey();
    const poor = await shop.refund({ payment_id }, under(key));
    expect(said(poor)).toEqual([403, 'insufficient_funds']);
    await shop.drainTo(20_000);
    const answer = await shop.refund({ payment_id }, under(key));
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it.each([
    [23 * 60 + 59, 'true'],
    [24 * 60 + 1, null],
  ])('used %d minutes ago replays: %p', async (minutes, isReplayed) => {
    const payment_id = await shop.paid();
    const key = newKey();
    await shop.refund({ payment_id, amount: 10 }, under(key));
    const expires_at = shop.db.raw(`expires_at - interval '${minutes} minutes'`);
    await shop.db('idempotency_keys').where({ key }).update({ expires_at });
    const again = await shop.refund({ payment_id, amount: 10 }, under(key));
    expect([again.status, replayed(again)]).toEqual([200, isReplayed]);
  });

  it.each([
    ['of 255 characters', 'k'.repeat(255), 200],
    ['of 256 characters', 'k'.repeat(256), 400],
    ['that is empty', '', 400],
    ['of other characters', 'ké', 400],
  ])('%s answers %s', async (_name, key, status) => {
    const answer = await shop.refund({ payment_id: await shop.paid() }, under(key));
    expect(answer.status).toBe(status);
  });
});

describe('a crashed first request', () => {
  /** Makes the next refund fail in Postgres after its key is claimed, before the commit. */
  async function whileBroken(work: () => Promise<void>): Promise<void> {
    await asOwner(
      shop.db,
      `
      create function die() returns trigger language plpgsql as
        $$ begin raise exception 'died' using errcode = 'XX000'; end $$;
      create trigger die before insert on refunds execute function die()`,
    );
    await work();
    await asOwner(shop.db, 'drop trigger die on refunds; drop function die()');
  }

  it('before the commit leaves nothing and the key free', async () => {
    const payment_id = await shop.paid();
    const before = await shop.balance();
    const key = newKey();
    await whileBroken(async () => {
      expect(said(await shop.refund({ payment_id }, under(key)))).toEqual([500, 'internal_error']);
    });
    expect(await shop.db('idempotency_keys').where({ key })).toEqual([]);
    expect(await shop.balance()).toEqual(before);
    const answer = await shop.refund({ payment_id }, under(key));
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it('that loses its connection after the claim lets the retry do the work', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const waiting = async (count: number) => {
      const { rows } = await shop.db.raw(
        `select pid from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database() order by query_start`,
      );
      return rows.length >= count ? (rows as { pid: number }[]) : null;
    };
    const answers = await shop.db.transaction(async (trx) => {
      await trx.raw('select 1 from orders where id = ? for no key update', [payment_id]);
      const first = shop.refund({ payment_id }, under(key));
      const [claimed] = await until(() => waiting(1), { describe: 'the first waits' });
      const second = shop.refund({ payment_id }, under(key));
      await until(() => waiting(2), { describe: 'the concurrent request waits' });
      await trx.raw('select pg_terminate_backend(?)', [claimed?.pid ?? 0]);
      return [first, second] as const;
    });
    const [first, second] = await Promise.all(answers);
    expect(said(first)).toEqual([503, 'unavailable']);
    expect([second.status, replayed(second)]).toEqual([200, null]);
    const third = await shop.refund({ payment_id }, under(key));
    expect([third.text, replayed(third)]).toEqual([second.text, 'true']);
  });

  it('after the commit is replayed', async () => {
    const payment_id = await shop.paid();
    const key = newKey();
    const cut = new AbortController();
    const first = fetch(`${shop.url}${refundsPath}`, {
      method: 'POST',
      signal: cut.signal,
      headers: {
        authorization: `Bearer ${shop.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ payment_id }),
    }).catch(() => null);
    const made = await until(() => shop.db('refunds').where({ payment_id }).first(), {
      describe: 'the refund is committed',
      everyMs: 1,
    });
    cut.abort();
    await first;
    const again = await shop.refund({ payment_id }, under(key));
    expect(again.body).toMatchObject({ refund_id: made.order_id });
    expect(replayed(again)).toBe('true');
  });
});
