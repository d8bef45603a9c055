import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { scb } from '../../../../src/providers/connectors/scb';
import { scbQr } from '../../../../src/providers/connectors/scb-qr';
import { Problem } from '../../../../src/kernel/rules/problem';
import type { CallbackResult, RawCallback } from '../../../../src/providers/connectors/connector';
import { closeAfterFile } from '../../../support/close-after-file';
import { until } from '../../../support/until';
import {
  aboutPayment,
  accountAt,
  billerId,
  clientAt,
  codeOf,
  newRef,
  startTestScb,
} from './fake-scb';

const account = accountAt('http://127.0.0.1:9');
const raw = (body: unknown): RawCallback => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  topic: null,
  receivedAt: new Date('2026-11-22T10:00:01Z'),
});
const read = (body: unknown) => scb.readCallback(raw(body), account);

const confirmation = {
  payeeProxyId: billerId,
  payeeProxyType: 'BILLERID',
  payerAccountNumber: '0123456789',
  payerName: 'Test Payer',
  sendingBankCode: '014',
  amount: 100,
  transactionId: '201907169lbqgPbt1Bl3oiA',
  transactionDateandTime: '2019-07-16T11:30:58+07:00',
  billPaymentRef1: '53729086453',
  billPaymentRef3: 'PTF',
  currencyCode: '764',
};

describe('a confirmation of SCB', () => {
  it('is only a hint about the order of its reference', () => {
    expect(scb.traits.callback).toBe('hint');
    expect(read(confirmation)).toEqual({ kind: 'hint', about: { orderId: '53729086453' } });
    const about = { providerRef: '53729086453' };
    expect(
      scbQr.readCallback(raw(confirmation), {
        ...account,
        settings: { ...account.settings, expiringCodes: false },
      }),
    ).toEqual({ kind: 'hint', about });
  });

  it.each(['100.00', '1e3', -1, null, undefined])(
    'is a hint whatever its amount %p, which is not used',
    (amount) => {
      expect(read({ ...confirmation, amount })).toMatchObject({ kind: 'hint' });
    },
  );

  it.each([
    ['another biller', { payeeProxyId: '111111111111111' }, 'payeeProxyId'],
    ['no reference', { billPaymentRef1: undefined }, 'billPaymentRef1'],
    ['a reference with a path', { billPaymentRef1: '../TOKEN' }, 'billPaymentRef1'],
    ['a reference in lower case', { billPaymentRef1: 'ref1' }, 'billPaymentRef1'],
    ['a reference that is too long', { billPaymentRef1: 'A'.repeat(21) }, 'billPaymentRef1'],
  ])('with %s is unreadable', (_, fields, param) => {
    const reading = read({ ...confirmation, ...fields });
    expect(reading).toMatchObject({ kind: 'unreadable', problem: { detail: { param } } });
  });

  it('in another currency is refused and names the order', () => {
    expect(read({ ...confirmation, currencyCode: '840' })).toEqual({
      kind: 'refused',
      problem: expect.objectContaining({ code: 'foreign_currency' }) as unknown,
      report: {
        orderKind: 'incoming',
        orderId: '53729086453',
        outcome: 'succeeded',
        transactionId: confirmation.transactionId,
      },
    });
  });

  it('of a card or wallet payment is ignored', () => {
    const card = { transactionId: 'x', merchantId: '1', amount: '1.00', currencyCode: '764' };
    expect(read(card)).toEqual({ kind: 'ignored', reason: 'other_product' });
  });

  it('without a body is ignored: the bank tests the URL by GET', () => {
    expect(read('')).toEqual({ kind: 'ignored', reason: 'no_body' });
  });

  it.each(['no json', '[]', 'null', '"x"', '\u0000', '{"payeeProxyId":null}'])(
    'with the body %p is unreadable',
    (body) => {
      expect(read(body)).toMatchObject({ kind: 'unreadable' });
    },
  );

  it('names the payer', () => {
    expect(scb.readPayer(JSON.stringify(confirmation))).toEqual({
      bankName: 'Siam Commercial Bank',
      accountNumber: '0123456789',
      accountName: 'Test Payer',
    });
    const unknownBank = { payerName: ' A ', sendingBankCode: '999' };
    expect(scb.readPayer(JSON.stringify(unknownBank))).toEqual({
      bankName: '999',
      accountNumber: null,
      accountName: 'A',
    });
    expect(scb.readPayer('{"reported":"succeeded"}')).toBeNull();
  });
});

describe('the response to a confirmation of SCB', () => {
  const reply = (result: CallbackResult, body: unknown = confirmation) =>
    scb.replyTo?.(raw(body), result);
  const { transactionId } = confirmation;

  it('accepts a stored one', () => {
    expect(reply({ kind: 'stored', callbackId: 'cb_1' })).toEqual({
      status: 200,
      body: { resCode: '00', resDesc: 'success', transactionId, confirmId: 'cb_1' },
    });
  });

  it('accepts an ignored one', () => {
    expect(reply({ kind: 'ignored' }, '')).toEqual({
      status: 200,
      body: { resCode: '00', resDesc: 'success', transactionId: '', confirmId: '' },
    });
  });

  it('does not accept one with a problem, so that SCB sends it again', () => {
    const problem = new Problem('invalid_request');
    expect(reply({ kind: 'problem', problem })).toEqual({
      status: 400,
      body: { resCode: '99', resDesc: 'invalid_request', transactionId, confirmId: '' },
    });
  });
});

describe('a confirmation that nobody paid', () => {
  it('leads to an inquiry that finds nothing', async () => {
    const bank = await startTestScb();
    const ref = newRef();
    const forged = { ...confirmation, billPaymentRef1: ref };
    expect(read(forged)).toEqual({ kind: 'hint', about: { orderId: ref } });
    const found = await clientAt(bank.url).find(aboutPayment(ref, new Date()));
    expect(found).toEqual({ kind: 'waiting' });
  });

  it('with another amount leads to an inquiry that finds the paid amount', async () => {
    const bank = await startTestScb();
    const ref = newRef();
    await bank.pay({ qrData: codeOf(ref, 10_000), amount: '1.00' });
    expect(read({ ...confirmation, billPaymentRef1: ref, amount: '100.00' }).kind).toBe('hint');
    expect(await clientAt(bank.url).find(aboutPayment(ref, new Date()))).toMatchObject({
      movements: [{ amountSatang: 100 }],
    });
  });
});

describe('a confirmation on the wire', () => {
  it('is sent until the connector’s response accepts it', async () => {
    const results: CallbackResult[] = [
      { kind: 'problem', problem: new Problem('internal_error') },
      { kind: 'stored', callbackId: 'cb_1' },
    ];
    const readings: unknown[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const callback = { ...raw(''), headers: request.headers, body: Buffer.concat(chunks) };
        readings.push(scb.readCallback(callback, account));
        const reply = scb.replyTo?.(callback, results.shift() ?? { kind: 'ignored' });
        response.writeHead(reply?.status ?? 500).end(JSON.stringify(reply?.body));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAfterFile(() => void server.close());
    const confirmationUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
    const bank = await startTestScb({ confirmationUrl, resends: { times: 3, delayMs: 10 } });
    const ref = newRef();
    const [transactionId] = await bank.pay({ qrData: codeOf(ref, 10_000) });
    await until(async () => (await bank.state()).confirmations[0]?.state === 'accepted', {
      describe: () => bank.state(),
    });
    const hint = { kind: 'hint', about: { orderId: ref } };
    expect(readings).toEqual([hint, hint]);
    expect((await bank.state()).confirmations).toEqual([
      {
        transactionId,
        statuses: [500, 200],
        state: 'accepted',
        answer: { resCode: '00', resDesc: 'success', transactionId, confirmId: 'cb_1' },
      },
    ]);
  });
});
