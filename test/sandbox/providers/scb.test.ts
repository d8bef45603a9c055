import {
  codeOf,
  startTestScb,
  apiKey,
  apiSecret,
  billerId,
  type TestScb,
} from '../../providers/connectors/scb/fake-scb';
import { startReceiver } from '../../support/receiver';
import { until } from '../../support/until';

const qrData = codeOf('REFERENCE1', 10_000);
const resends = { times: 3, delayMs: 20 };
const headers = {
  'content-type': 'application/json',
  resourceOwnerId: apiKey,
  requestUId: '85230887e6434fa484b24e56709c4ac4',
};
const accepted = { status: 200, body: '{"resCode":"00"}' };

/** Calls the API as a page of SCB shows it with curl. */
async function call(bank: TestScb, path: string, body?: object, more: object = {}) {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = { method, headers: { ...headers, ...more }, body: JSON.stringify(body) };
  const response = await fetch(
    `${bank.url}${path}`,
    body === undefined ? { method, headers: sent.headers } : sent,
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
async function authorize(bank: TestScb) {
  const keys = { applicationKey: apiKey, applicationSecret: apiSecret };
  const { body } = await call(bank, '/v1/oauth/token', keys);
  const { accessToken } = body['data'] as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}
const inquiry = '/v1/payment/billpayment/inquiry?eventCode=00300100&reference1=REFERENCE1';

describe('the fake SCB', () => {
  it('issues the code of the published sample, without the fields of its picture', async () => {
    const bank = await startTestScb();
    const order = {
      qrType: 'PP',
      ppType: 'BILLERID',
      ppId: billerId,
      amount: '1.00',
      ref1: 'REFERENCE1',
      ref2: 'REFERENCE2',
      ref3: 'SPN',
    };
    const token = await authorize(bank);
    const { status, body } = await call(bank, '/v1/payment/qrcode/create', order, token);
    expect([status, body['status']]).toEqual([200, { code: 1000, description: 'Success' }]);
    const { qrRawData } = body['data'] as { qrRawData: string };
    expect(qrRawData).toContain(`0115${billerId}0210REFERENCE10310REFERENCE2`);
    expect(qrRawData).toContain('54041.005802TH62070703SPN6304');
  });

  it.each([
    ['without a token', {}, 401, 9100],
    ['with another token', { authorization: 'Bearer x' }, 401, 9300],
    ['with another key', { resourceOwnerId: 'x' }, 401, 9500],
    ['without a request id', { requestUId: '' }, 400, 9100],
  ])('refuses a call %s', async (_, more, status, code) => {
    const bank = await startTestScb();
    const answer = await call(bank, `${inquiry}&transactionDate=2026-11-22`, undefined, more);
    expect(answer).toMatchObject({ status, body: { status: { code } } });
  });

  it('answers the sixth call to a path in a second with 503', async () => {
    const bank = await startTestScb({ callsPerSecond: 5 });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => call(bank, '/v1/payment/billpayment/inquiry')),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 503]);
  });

  it('claims a confirmation until it is accepted', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500 }, { status: 200, body: '{"resCode":"99"}' }, accepted);
    const bank = await startTestScb({ confirmationUrl: receiver.url, resends });
    const [transactionId] = await bank.pay({ qrData, amount: 100 });
    await until(async () => (await bank.state()).confirmations[0]?.state === 'accepted', {
      describe: () => bank.state(),
    });
    expect(receiver.requests).toHaveLength(3);
    expect(JSON.parse(receiver.requests[2]?.body ?? '')).toMatchObject({
      transactionId,
      amount: 100,
      currencyCode: '764',
      payeeProxyType: 'BILLERID',
      payeeProxyId: billerId,
      billPaymentRef1: 'REFERENCE1',
      billPaymentRef3: 'SPN',
    });
  });

  it('writes a mail when four attempts were not accepted', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500 }, 'reset', { status: 500 });
    const bank = await startTestScb({ confirmationUrl: receiver.url, resends });
    await bank.pay({ qrData });
    await until(async () => (await bank.state()).confirmations[0]?.state === 'mailed', {
      describe: () => bank.state(),
    });
    expect((await bank.state()).confirmations[0]?.statuses).toEqual([500, null, 500, 500]);
  });

  it('confirms nothing for a code without its prefix', async () => {
    const receiver = await startReceiver();
    const other = { referencePrefix: 'XYZ', confirmationUrl: receiver.url };
    const bank = await startTestScb(other);
    await bank.pay({ qrData });
    expect((await bank.state()).confirmations).toEqual([]);
  });

  it('marks a reversed payment in the inquiry', async () => {
    const bank = await startTestScb();
    const [transactionId] = await bank.pay({ qrData, paidAt: '2026-11-22T00:00:00+07:00' });
    await bank.control('/reversals', { transactionId });
    const token = await authorize(bank);
    const query = `${inquiry}&billerId=${billerId}&transactionDate=2026-11-22`;
    const { body } = await call(bank, query, undefined, token);
    expect(body['data']).toEqual([
      expect.objectContaining({
        transactionId,
        reverseFlag: 'R',
        transactionDateandTime: '2026-11-22T00:00:00.000+07:00',
      }),
    ]);
  });

  it.each([
    ['/payments', { qrData: 'x' }],
    ['/payments', {}],
    ['/reversals', { transactionId: 'x' }],
    ['/faults', { path: 'x', kind: 'lost' }],
    ['/unknown', {}],
  ])('refuses the control %s with %j', async (path, body) => {
    const bank = await startTestScb();
    await expect(bank.control(path, body)).rejects.toThrow('error');
  });
});
