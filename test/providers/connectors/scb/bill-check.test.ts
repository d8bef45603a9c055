import type { BillVerdict, RawCallback } from '../../../../src/providers/connectors/connector';
import { scbBill } from '../../../../src/providers/connectors/scb-bill';
import { accountAt } from './fake-scb';

const plain = accountAt('http://127.0.0.1:9');
const bank = { bankUser: 'scb-user', bankPassword: 'scb-password' };
const account = { ...plain, settings: { ...plain.settings, ...bank } };

/** The fields of the interface specification 1.4. */
const request = {
  request: 'verify',
  user: 'scb-user',
  password: 'scb-password',
  tranID: '202611221234567890',
  tranDate: '2026-11-22T12:00:00',
  channel: 'ENET',
  account: '0987654321',
  amount: '1234.50',
  reference1: 'REFERENCE1',
  reference2: '',
  reference3: '',
  branchCode: '0001',
  terminalID: '1',
};
const raw = (body: unknown, topic: string | null = 'verify'): RawCallback => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  topic,
  receivedAt: new Date('2026-11-22T10:00:01Z'),
});
const question = {
  kind: 'verify',
  ref: 'REFERENCE1',
  amountSatang: 123_450,
  transactionId: '202611221234567890',
} as const;
const read = (fields: object) => scbBill.billCheck?.read(raw({ ...request, ...fields }), account);

describe('a bill check of SCB', () => {
  it('has the trait', () => {
    expect(scbBill.traits.asksFirst).toBe(true);
    expect(scbBill.traits.callback).toBe('hint');
  });

  it.each(['verify', 'confirm', 'cancel'])('reads the request %s', (kind) => {
    expect(read({ request: kind })).toEqual({ ...question, kind });
  });

  it.each([
    ['1234.5', 123_450],
    [1234.5, 123_450],
    ['1', 100],
  ])('reads the amount %j exactly', (amount, amountSatang) => {
    expect(read({ amount })).toEqual({ ...question, amountSatang });
  });

  it.each([
    { request: 'void' },
    { request: undefined },
    { reference1: '' },
    { reference1: "x' or 1" },
    { amount: '1e3' },
    { amount: '0' },
    { amount: 1.005 },
    { amount: undefined },
    { tranID: '' },
    { tranID: 'a b' },
  ])('cannot read a request with %j', (fields) => {
    expect(read(fields)).toBeNull();
  });

  it.each(['', 'no json', '[]'])('cannot read the body %j', (body) => {
    expect(scbBill.billCheck?.read(raw(body), account)).toBeNull();
  });

  it.each<[BillVerdict, string, string]>([
    ['payable', '0000', 'Success'],
    ['unknown_reference', '1001', 'Invalid reference1'],
    ['wrong_amount', '1004', 'Invalid amount'],
    ['already_paid', '2001', 'Duplicate transaction'],
    ['expired', '2002', 'Over due'],
    ['unavailable', '9001', 'System is busy'],
  ])('answers the verdict %s with %s', (verdict, resCode, resMesg) => {
    expect(scbBill.billCheck?.reply(question, verdict)).toEqual({
      status: 200,
      body: {
        response: 'verify',
        resCode,
        resMesg,
        tranID: question.transactionId,
        amount: 1234.5,
      },
    });
  });

  it('answers an unreadable request with 1000', () => {
    expect(scbBill.billCheck?.reply(null, 'unavailable')).toEqual({
      status: 200,
      body: { resCode: '1000', resMesg: 'Invalid data' },
    });
  });
});

describe('the authentication of a bill check of SCB', () => {
  const verify = (fields: object, topic: string | null = 'verify') =>
    scbBill.verifyCallback(raw({ ...request, ...fields }, topic), account);

  it('is the user and the password', () => {
    expect(verify({})).toBe(true);
    expect(verify({ user: 'scb-usez' })).toBe(false);
    expect(verify({ password: 'scb-passwore' })).toBe(false);
    expect(verify({ password: undefined })).toBe(false);
    expect(verify({ user: ['scb-user'] })).toBe(false);
    expect(scbBill.verifyCallback(raw('no json'), account)).toBe(false);
  });

  it('is not demanded of payment confirmations, which have none', () => {
    expect(verify({ user: undefined }, null)).toBe(true);
  });
});
