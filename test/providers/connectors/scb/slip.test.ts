import { billerId, clientAt, codeOf, newRef, startTestScb, type TestScb } from './fake-scb';
import type { ProviderClient } from '../../../../src/providers/connectors/connector';

const path = '/v1/payment/billpayment/transactions';
let bank: TestScb;
let client: ProviderClient;
beforeAll(async () => {
  bank = await startTestScb();
  client = clientAt(bank.url);
});
const verify = (transRef: string, sendingBank = '014') =>
  client.verifySlip?.({ transRef, sendingBank });
const pay = async (fields: object = {}) => {
  const ref = newRef();
  const [transRef = ''] = await bank.pay({ qrData: codeOf(ref, 10_050), ...fields });
  return { ref, transRef };
};

describe('a slip at SCB', () => {
  it.each(['014', '004'])('of a payment from bank %s is found', async (sendingBankCode) => {
    const { ref, transRef } = await pay({ sendingBankCode });
    const found = { kind: 'found', amountSatang: 10_050, paidTo: ref };
    expect(await verify(transRef, sendingBankCode)).toEqual(found);
  });

  it('of a payment with its amount as a number is found', async () => {
    const { ref, transRef } = await pay({ amount: 99.95 });
    expect(await verify(transRef)).toEqual({ kind: 'found', amountSatang: 9_995, paidTo: ref });
  });

  it('of no payment is not found when SCB sent it', async () => {
    expect(await verify('202611220000000000000AA')).toEqual({ kind: 'not_found' });
  });

  it('of no payment stays unverified when another bank sent it', async () => {
    expect(await verify('202611220000000000000AA', '004')).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['../token', '014'],
    ['a?b=c', '014'],
    ['a%2Fb', '014'],
    ['', '014'],
    ['A1', '14'],
    ['A1', '0141'],
    ['A1', '01&'],
  ])('with the ids %j and %j asks nothing', async (transRef, sendingBank) => {
    const before = (await bank.state()).calls.length;
    expect(await verify(transRef, sendingBank)).toEqual({ kind: 'unknown' });
    expect((await bank.state()).calls).toHaveLength(before);
  });

  const answered = async (fields: object) => {
    const { transRef } = await pay();
    const slip = {
      transRef,
      sendingBank: '014',
      receiver: { proxy: { type: 'BILLERID', value: billerId } },
      amount: '100.50',
      paidLocalCurrency: '764',
      ref1: 'REF1',
    };
    const body = JSON.stringify({ status: { code: 1000 }, data: { ...slip, ...fields } });
    await bank.control('/faults', { path, kind: 'answer', status: 200, body });
    return verify(transRef);
  };

  it.each([
    ['another biller', { type: 'BILLERID', value: '111111111111111' }],
    ['an account', { type: '', value: '' }],
    ['no proxy', null],
  ])('of a payment to %s has none of our references', async (_, proxy) => {
    const found = { kind: 'found', amountSatang: 10_050, paidTo: '' };
    expect(await answered({ receiver: { proxy } })).toEqual(found);
  });

  it.each([
    ['another transfer', { transRef: 'OTHER' }],
    ['another bank', { sendingBank: '004' }],
    ['another currency', { paidLocalCurrency: '840' }],
    ['a third of a satang', { amount: '100.005' }],
    ['no amount', { amount: null }],
  ])('answered with %s is unreachable', async (_, fields) => {
    const unreadable = { kind: 'unreachable', reason: 'unreadable_answer' };
    expect(await answered(fields)).toEqual(unreadable);
  });

  it('without an answer is unreachable', async () => {
    const { transRef } = await pay();
    await bank.control('/faults', { path, kind: 'answer', status: 503 });
    expect(await verify(transRef)).toEqual({ kind: 'unreachable', reason: 'HTTP 503' });
  });
});
