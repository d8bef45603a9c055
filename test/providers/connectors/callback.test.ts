import { authenticateCallback } from '../../../src/orders/callbacks/receive-callback';
import { Problem } from '../../../src/kernel/rules/problem';
import type { Connector, RawCallback } from '../../../src/providers/connectors/connector';
import { generic } from '../../../src/providers/connectors/generic';

const settings = {
  url: 'http://127.0.0.1:9',
  keys: ['first-key-of-tests', 'second-key-of-tests'],
  billerId: '099999999999990',
};
const account = (keys: readonly string[] = settings.keys) => ({
  id: 'default',
  mode: 'test' as const,
  settings: { ...settings, keys },
  callbackUrl: 'https://pay.example.th',
});
const json = { 'content-type': 'application/json' };
const callback = (body: unknown, headers: RawCallback['headers'] = json): RawCallback => ({
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  topic: 'deposit',
  receivedAt: new Date('2026-11-22T10:00:01Z'),
});
const withLength = (raw: RawCallback): RawCallback => ({
  ...raw,
  headers: { ...raw.headers, 'content-length': String(raw.body.length) },
});
const read = (body: unknown) => generic.readCallback(withLength(callback(body)), account());

describe('generic connector', () => {
  it.each([
    ['Bearer first-key-of-tests', true],
    ['Bearer second-key-of-tests', true],
    ['Bearer another-key', false],
    ['Basic first-key-of-tests', false],
    [undefined, false],
  ])('verifies a callback with the header %p as %p', (authorization, expected) => {
    expect(generic.verifyCallback(callback({}, { authorization }), account())).toBe(expected);
  });

  it('verifies no callback without keys', () => {
    const authorization = 'Bearer first-key-of-tests';
    expect(generic.verifyCallback(callback({}, { authorization }), account([]))).toBe(false);
  });

  it('reports what a callback states', () => {
    const payer = { bankName: ' SCB ', accountNumber: '123-4', accountName: '' };
    const body = { orderId: 'x', status: 'PAID', amount: 12.5, transactionId: 'T1', payer };
    expect(read({ ...body, paidAt: '2026-11-22T10:00:00Z' })).toEqual({
      kind: 'reports',
      reports: [
        {
          orderKind: 'deposit',
          orderId: 'x',
          outcome: 'succeeded',
          amountSatang: 1_250,
          transactionId: 'T1',
          movedAt: new Date('2026-11-22T10:00:00Z'),
          payer: { bankName: 'SCB', accountNumber: '123-4', accountName: null },
          failure: null,
          unread: [],
        },
      ],
    });
  });

  it('refuses a foreign currency and names the order', () => {
    expect(read({ orderId: 'x', status: 'success', currency: 'USD' })).toEqual({
      kind: 'refused',
      problem: expect.objectContaining({ code: 'foreign_currency' }) as unknown,
      report: { orderKind: 'deposit', orderId: 'x', outcome: 'succeeded', transactionId: null },
    });
  });

  it.each([
    ['', 'unreadable'],
    ['no json', 'unreadable'],
    ['[]', 'unreadable'],
    ['\u0000', 'unreadable'],
    // Kept for operators.
    ['{}', 'refused'],
    ['{"orderId":"x","status":"perhaps"}', 'refused'],
  ])('answers the body %p with a problem: %s', (body, kind) => {
    const reading = read(body);
    expect(reading).toMatchObject({ kind, problem: expect.any(Problem) as unknown });
  });

  it('reports nothing at an unknown topic', () => {
    const raw = { ...withLength(callback({})), topic: 'loan' };
    expect(generic.readCallback(raw, account())).toMatchObject({ kind: 'unreadable' });
  });

  it('names the payer of a stored callback', () => {
    const payer = { bankName: 'SCB', accountNumber: ' 123 ' };
    expect(generic.readPayer(JSON.stringify({ payer }))).toEqual({
      bankName: 'SCB',
      accountNumber: '123',
      accountName: null,
    });
    expect(generic.readPayer('{"reported":"succeeded"}')).toBeNull();
  });
});

describe('the default account', () => {
  it('accepts no callback that is only a hint', async () => {
    const connector: Connector = {
      ...(generic as Connector),
      traits: { ...generic.traits, callback: 'hint' },
      verifyCallback: () => true,
    };
    const hinting = { ...account(), connector };
    const deps = {
      config: { mode: 'live' },
      providers: { default: hinting },
    } as never;
    const calling = authenticateCallback(deps, callback({}));
    await expect(calling).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
