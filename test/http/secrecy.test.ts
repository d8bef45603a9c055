import { Writable } from 'node:stream';
import { pino } from 'pino';
import { recordSlipRead } from '../../src/orders/deposit/store/slips';
import { dumpDatabase } from '../support/dump';
import { PROVIDER_KEY, startApi, type Answered } from './api';
import { gif, transfersOf } from './api/transfers';
import { asOwner } from '../support/database';

/*
 * Names and account numbers are shown to the provider and to nobody else. Each is a marker that the
 * tests search for in all output.
 */

const account = '5550001234567';
const names = ['Markerfirst', 'Markerlast', 'Markerpayer'] as const;
const markers = /5550001234567|555-000-123|Marker(first|last|payer)/;
const written = '555-000-1234567';

/** A log without redaction, so that the test sees the values passed to it. */
function openLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'trace' }, sink), lines };
}

async function live() {
  const { log, lines } = openLog();
  const api = await startApi({}, { log, openingSatang: 100_000 });
  const shop = transfersOf(api);
  const answers: Answered[] = [];
  const keep = async (answering: Promise<Answered>) => {
    const answer = await answering;
    answers.push(answer);
    return answer;
  };
  const [firstName, lastName, accountName] = names;
  const headers = { 'Idempotency-Key': 'k' };
  const whom = { accountNumber: written, firstName, lastName };
  const payee = { accountNumber: written, firstNameTH: firstName, lastNameTH: lastName };
  const payer = { bankName: 'SCB', accountNumber: account, accountName };

  const deposit = await keep(shop.createDeposit(whom, { headers }));
  await keep(shop.createDeposit(whom, { headers }));
  await keep(shop.createDeposit({ ...whom, userName: '' }));
  await keep(shop.createDeposit({ ...whom, accountNumber: `${account}x` }));
  const { orderId, ref } = (deposit.body as { data: { orderId: string; ref: string } }).data;
  const image = gif().toString('base64');
  await keep(shop.sendSlip({ orderId, ref, base64Image: image }));
  const { id } = await api.deps.db('slips').first('id');
  await recordSlipRead(api.deps.db, id, { status: 'unreadable', transfers: [] });
  const withdrawal = await keep(shop.createWithdrawal(payee, { headers }));
  await keep(shop.createWithdrawal({ ...payee, amount: 5_000 }));
  const { orderId: payoutId } = withdrawal.body as { orderId: string };

  const failure = { code: 'closed', message: `The account ${written} is closed.` };
  const callbacks = [
    ['deposit', { orderId, status: 'success', transactionId: 'T1', payer }],
    ['withdraw', { orderId: payoutId, status: 'failed', failure, payer }],
    ['withdraw', { orderId: payoutId, status: 'weird', payer }],
    ['deposit', { orderId: 'unknown', status: 'success', payer }],
  ] as const;
  for (const [route, body] of callbacks) await keep(shop.sendAndApply(route, body));
  for (const path of [
    `/deposit/gw/${orderId}`,
    `/withdraw/gw/${payoutId}`,
    `/withdraw/gw/${account}`,
    `/v1/payments?reference=${names[0]}`,
    '/deposit/gw',
    '/withdraw/gw',
    '/v1/balance/entries',
    '/metrics',
  ]) {
    await keep(api.get(path));
  }
  const open = '/sandbox/open-payments';
  answers.push(await api.get(open, { key: PROVIDER_KEY }));
  return { api, lines, answers };
}

describe('names and account numbers', () => {
  it('are in no log line and no plain text; a response has the name of a payer', async () => {
    const { api, lines, answers } = await live();
    // A key that may read payments sees who paid.
    const shown = answers.map(({ text }) => text.replaceAll('"name":"Markerpayer"', ''));
    expect(shown).not.toEqual(answers.map(({ text }) => text));
    for (const text of shown) expect(text).not.toMatch(markers);
    expect(answers.map(({ status }) => status)).toEqual(
      expect.arrayContaining([200, 201, 400, 403, 404]),
    );
    expect(lines.length).toBeGreaterThan(answers.length - 2);
    expect(lines.join('')).not.toMatch(markers);
    expect(lines.join('')).not.toMatch(/sk_test_|provider-key/);
    await api.deps.requestLog.flush();
    expect(await api.deps.db('api_requests')).not.toEqual([]);
    const all = await dumpDatabase(api.deps.db);
    expect(all).toContain('customer1');
    expect(all).not.toMatch(markers);
    expect(all).not.toContain(gif().toString('latin1'));
  });

  it('are not in the log of a request that failed in Postgres', async () => {
    const { log, lines } = openLog();
    const api = await startApi({}, { log, openingSatang: 100_000 });
    const { createDeposit, createWithdrawal } = transfersOf(api);
    await asOwner(
      api.deps.db,
      `
      alter table orders add constraint planted check (amount_satang <> 10000)`,
    );
    const [firstName, lastName] = names;
    const whom = { accountNumber: account, firstName, lastName };
    const payee = { accountNumber: account, firstNameTH: firstName, lastNameTH: lastName };
    expect((await createDeposit({ ...whom, userName: 'Markerfirst' })).status).toBe(500);
    expect((await createWithdrawal({ ...payee, username: 'Markerlast' })).status).toBe(500);
    expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(2);
    expect(lines.join('')).not.toMatch(markers);
  });
});
