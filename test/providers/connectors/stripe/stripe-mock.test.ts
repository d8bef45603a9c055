import { createHttpClient, type Exchange } from '../../../../src/providers/connectors/http-client';
import { closeAfterFile } from '../../../support/close-after-file';
import { accountAt, clientOf, inquiryOf, orderId } from './account';

/** stripe-mock, started by `npm run conformance`. Without it these tests are skipped. */
const url = process.env.SAPHAN_STRIPE_MOCK ?? '';
const withMock = url === '' ? describe.skip : describe;

/** It validates requests, and answers with fixtures that are not about them. */
withMock('stripe-mock', () => {
  const exchanges: Exchange[] = [];
  const client = () =>
    clientOf(accountAt(url, { secretKey: 'sk_test_123', cancelsExpired: true }), {
      record: (exchange) => void exchanges.push(exchange),
    });
  const aDayAgo = new Date(Date.now() - 86_400_000);
  const listed = { createdAt: aDayAgo, sentForMs: 86_400_000, expiresAt: aDayAgo };
  const amountSatang = 150_000;
  const charge = { kind: 'charge', orderId, amountSatang } as const;
  const refund = { kind: 'refund', orderId, amountSatang, paymentId: 'x', account: null } as const;

  const requests: readonly [string, () => Promise<unknown> | undefined][] = [
    [
      'POST /v1/payment_intents',
      () => client().openQr?.({ orderId, amountSatang, expiresAt: new Date() }),
    ],
    ['POST /v1/payment_intents', () => client().send({ ...charge, token: 'pm_1QfA' })],
    ['POST /v1/payment_intents', () => client().send({ ...charge, token: 'ctoken_1QfA' })],
    [
      'POST /v1/payment_intents',
      () => client().send({ ...charge, token: 'pm_1QfA', returnUrl: 'https://shop.example/done' }),
    ],
    ['POST /v1/payment_intents/pi_1QfA/cancel', () => client().closeQr?.('pi_1QfA')],
    ['POST /v1/refunds', () => client().send({ ...refund, paymentRef: 'pi_1QfA' })],
    ['GET /v1/payment_intents/pi_1QfA', () => client().find(inquiryOf({ providerRef: 'pi_1QfA' }))],
    ['GET /v1/payment_intents', () => client().find(inquiryOf({ kind: 'charge', ...listed }))],
    ['GET /v1/refunds', () => client().find(inquiryOf({ kind: 'refund', paymentRef: 'pi_1QfA' }))],
    ['GET /v1/balance', () => client().probe()],
  ];

  it.each(requests)('accepts %s', async (request, run) => {
    exchanges.length = 0;
    await run();
    expect([...new Set(exchanges.map(answered))]).toEqual([`${request}: 200`]);
  });

  it('refuses a field that Stripe does not have, another version and another key', async () => {
    const send = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
      const http = createHttpClient({ url, authorization: 'Bearer sk_test_123' });
      closeAfterFile(() => http.close());
      const [method, path] = ['POST', '/v1/payment_intents'] as const;
      const result = await http.request({ method, path, form: new URLSearchParams(form), headers });
      return result.kind === 'answered' ? result.statusCode : result.reason;
    };
    const good = { amount: '150000', currency: 'thb', 'payment_method_types[]': 'promptpay' };
    expect(await send(good)).toBe(200);
    expect(await send({ ...good, colour: 'red' })).toBe(400);
    expect(await send({ ...good, amount: 'many' })).toBe(400);
    expect(await send(good, { 'stripe-version': '2019-05-29' })).toBe(400);
    expect(await send(good, { authorization: 'Bearer nothing' })).toBe(401);
  });
});

const answered = ({ method, path, statusCode }: Exchange) =>
  `${method} ${path.replace(/\?.*/, '')}: ${statusCode}`;
