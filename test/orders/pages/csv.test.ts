import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { csvOf } from '../../../src/pages/kit/files/csv';
import { testPayment } from '../../support/gateway';
import { until } from '../../support/until';
import { startDashboard, type Member, type Dashboard } from '../../pages/dashboard/dashboard';
import { asOwner } from '../../support/database';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  owner = await dashboard.addMember('viewer');
});

const created = new Date('2026-11-21T07:05:09.123Z');

async function textOf(lines: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const line of lines) text += String(line);
  return text;
}

async function* one<Item>(...batches: readonly (readonly Item[])[]) {
  for (const batch of batches) yield batch;
}

test('the CSV export keeps the text of cells in Excel and escapes formulas', async () => {
  const columns = {
    text: ({ text }: { text: string | null }) => text,
    money: () => -123_405n,
    at: () => created,
    late: () => false,
  };
  const texts = ['สมชาย', 'a "b", c', 'two\nlines', '=1+1', '+66', '-2', '@SUM(A1)', '\t=1', null];
  const batches = texts.map((text) => [{ text }]);
  const lines = (await textOf(csvOf(columns, one(...batches)))).split(/\r\n/);
  const rest = ',-1234.05,2026-11-21 14:05:09,false';
  expect(lines).toEqual([
    '\uFEFFtext,money,at,late',
    `สมชาย${rest}`,
    `"a ""b"", c"${rest}`,
    `"two\nlines"${rest}`,
    `'=1+1${rest}`,
    `'+66${rest}`,
    `'-2${rest}`,
    `'@SUM(A1)${rest}`,
    `'\t'=1${rest}`,
    rest,
    '',
  ]);
});

test.each([
  ['a;=1', "a;'=1"],
  ['a;=1;+2;-3;@B1', "a;'=1;'+2;'-3;'@B1"],
  ['a";=1', `"a"";'=1"`],
  ['{"cart":";=1"}', `"{""cart"":"";'=1""}"`],
  ['a;\t=1', "a;'\t'=1"],
  ['two\n=1', `"two\n'=1"`],
  ['two\r\n=1', `"two\r\n'=1"`],
  ['a;\uFF1D1', "a;'\uFF1D1"],
  ['a=1, b-2; c@d', '"a=1, b-2; c@d"'],
])('the CSV export leaves no formula in %j where another character separates', async (text, to) => {
  const lines = await textOf(csvOf({ text: (one: string) => one, end: () => 'x' }, one([text])));
  expect(lines).toBe(`\uFEFFtext,end\r\n${to},x\r\n`);
});

test('the CSV export reads at most a few batches ahead of its client', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1;
      yield Array.from({ length: 1_000 }, () => ({ text: 'x'.repeat(100) }));
      await turn();
    }
  }
  const file = csvOf({ text: ({ text }: { text: string }) => text }, endless());
  file.once('readable', () => void file.read());
  await until(() => read > 0, { describe: 'a first batch' });
  const before = read;
  for (let n = 0; n < 200; n++) await turn();
  expect(read - before).toBeLessThan(5);
  const whole = read;
  file.destroy();
  for (let n = 0; n < 20; n++) await turn();
  expect(read - whole).toBeLessThan(2);
});

test('the CSV export contains the filtered rows and is named by its days', async () => {
  const { deps, merchant } = dashboard;
  const metadata = { cart: 'c-1' };
  const wanted = await testPayment(deps, merchant, {
    amountSatang: 1_200,
    reference: '=o-1',
    metadata,
  });
  await testPayment(deps, merchant, { amountSatang: 1_300 });
  await deps.db('orders').where('id', wanted).update({ created_at: created });
  const query = 'by=created&from=2026-11-21&until=2026-11-21&max=12';
  const { text, headers } = await dashboard.get(`/dashboard/payments.csv?${query}`, { as: owner });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="payments-2026-11-21-to-2026-11-21.csv"',
  );
  expect(headers.get('cache-control')).toBe('no-store');
  const [head, row, end] = text.split('\r\n');
  expect(head).toBe(
    'payment_id,created_at (Asia/Bangkok),paid_at (Asia/Bangkok),status,amount,currency,' +
      'amount_received,amount_credited,amount_refunded,fee,fee_vat,net,reference,' +
      'bank_transaction_id,ref_1,' +
      'payer_bank,payer_account,method,late,failure_code,metadata',
  );
  const { ref } = await deps.db('orders').where('id', wanted).first('ref');
  expect(row).toBe(
    `${wanted},2026-11-21 14:05:09,,pending,12.00,THB,` +
      `0.00,0.00,0.00,0.00,0.00,0.00,'=o-1,,${ref},,,qr,false,,` +
      '"{""cart"":""c-1""}"',
  );
  expect(end).toBe('');
});

describe('a CSV export of many batches', () => {
  /** With their metadata, larger than the buffers between server and client. */
  const ROWS = 12_000;
  let member: Member;
  beforeAll(async () => {
    member = await dashboard.addMember('owner', await dashboard.openMerchant());
    await dashboard.deps.db.raw(
      `insert into orders (id, kind, method, merchant_id, status, amount_satang, ref, reference,
                           metadata, created_at, expires_at)
       select 'pay_' || lpad(n::text, 26, '0'), 'payment', 'qr', ?, 'pending', 100,
              lpad(n::text, 20, 'R'), 'same', json_build_object('a', repeat('r', 1500)),
              date_trunc('ms', now()) - n % 977 * interval '1 ms', now()
       from generate_series(1, ?::integer) as n`,
      [member.merchant.id, ROWS],
    );
  });

  const pool = () => {
    const { client } = dashboard.deps.db as unknown as {
      client: { pool: { numUsed(): number; numPendingAcquires(): number } };
    };
    return client.pool.numUsed() + client.pool.numPendingAcquires();
  };

  /** Requests the file and reads only its beginning, like a stalled client. */
  async function hang({ token } = member) {
    const socket = connect(dashboard.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const request = `GET /dashboard/payments.csv HTTP/1.1\r\nHost: localhost\r\n`;
    const cookie = `Cookie: saphan-session=${token}\r\n`;
    socket.write(`${request}${cookie}Connection: close\r\n\r\n`);
    await once(socket, 'data');
    return socket.pause();
  }

  test.each(['', '?min=1', '?q=1', '?q=same'])(
    'with the query %p contains every row once, in list order',
    async (query) => {
      const { text } = await dashboard.get(`/dashboard/payments.csv${query}`, { as: member });
      const ids = text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
      expect(ids).toEqual(
        await dashboard.deps
          .db('orders')
          .where('merchant_id', member.merchant.id)
          .orderBy([
            { column: 'created_at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .pluck('id'),
      );
    },
  );

  test('holds no connection for a stalled client, and its slot until it disconnects', async () => {
    const sockets = [await hang(), await hang(), await hang()];
    const status = async () =>
      (await dashboard.get('/dashboard/payments.csv', { as: member })).status;
    await until(async () => (await status()) === 429, { describe: 'three slots taken' });
    await until(() => pool() === 0, { describe: pool });
    const refused = await dashboard.get('/dashboard/payments.csv', { as: member });
    expect(refused.headers.get('retry-after')).toBe('10');
    for (const socket of sockets) socket.destroy();
    await until(async () => (await status()) === 200, { describe: 'a released slot' });
  });

  const endings: Readonly<Record<string, (leaving: Member) => Promise<unknown>>> = {
    'signs out': (leaving) => dashboard.post('/dashboard/sign-out', {}, { as: leaving }),
    'leaves the team': ({ userId }) =>
      dashboard.deps.db('memberships').where('user_id', userId).delete(),
  };

  test.each(Object.entries(endings))('ends early when its reader %s', async (_name, end) => {
    const leaving = await dashboard.addMember('owner', member.merchant);
    const socket = await hang(leaving);
    await end(leaving);
    // A request is not authorized again within a second.
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_100);
    const text = await textOf(socket.setEncoding('utf8').resume());
    clock.mockRestore();
    // Without the empty chunk at the end, a browser reports a failed download.
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(text.match(/^pay_/gm) ?? []).not.toHaveLength(ROWS);
  });

  test('aborts the response when a later batch fails', async () => {
    const { db } = dashboard.deps;
    await asOwner(db, 'alter table qr_codes rename to qr_codes_away');
    await expect(dashboard.get('/dashboard/payments.csv', { as: member })).rejects.toThrow();
    await asOwner(db, 'alter table qr_codes_away rename to qr_codes');
  });
});
