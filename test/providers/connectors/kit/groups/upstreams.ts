import { randomUUID } from 'node:crypto';
import type {
  AccountView,
  Inquiry,
  ProviderClient,
  ProviderRequest,
  QrOpened,
  RequestOf,
} from '../../../../../src/providers/connectors/connector';
import { parsePayload } from '../../../../../src/kernel/rules/promptpay';
import { until } from '../../../../support/until';
import type { Check, Group, Kit } from '../check';
import type { Fake } from '../subject';

/** The calls in their order of life, against the fake upstream and the provider's own sandbox. */
export const upstreams: Group = {
  title: 'upstreams',
  checks: (kit) => [...ofFake(kit), ...ofSandbox(kit)],
};

/** The account of the sandbox; null without its credentials in the environment. */
export function sandboxAccount(
  { subject: { sandbox } }: Kit,
  change: (value: string) => string = (value) => value,
): AccountView<object> | null {
  if (sandbox === null) return null;
  const values = sandbox.variables.map((name) => process.env[name] ?? '');
  return values.includes('') ? null : sandbox.account(values.map(change));
}

async function using<T>(
  { connector }: Kit,
  account: AccountView<object>,
  run: (client: ProviderClient) => Promise<T>,
): Promise<T> {
  const client = connector.connect(account, () => undefined);
  try {
    return await run(client);
  } finally {
    await client.close();
  }
}

const MINUTE_MS = 60_000;

/** An inquiry about an order of now. */
const inquiryOf = (fields: Partial<Inquiry> & Pick<Inquiry, 'kind' | 'orderId'>): Inquiry => ({
  ref: null,
  providerRef: null,
  paymentRef: null,
  amountSatang: 200_000,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 15 * MINUTE_MS),
  sentForMs: 0,
  ...fields,
});

/** An order id in the form of the gateway's payments. */
const newPaymentId = (): string => `pay_${randomUUID().replaceAll('-', '').slice(0, 26)}`;

function opened(result: QrOpened | undefined): Extract<QrOpened, { kind: 'opened' }> {
  if (result?.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(result)}`);
  return result;
}

/** An upstream that a check calls: the fake one, or the provider's own sandbox. */
interface Place {
  readonly name: string;
  account(): Promise<AccountView<object>>;
  /** The account with credentials that the upstream does not know. */
  stranger(): Promise<AccountView<object>>;
}

/** Checks that need no control of the upstream. */
function shared(kit: Kit, place: Place): Check[] {
  const { traits } = kit.connector;
  const at = (title: string, run: (client: ProviderClient) => Promise<void>): Check => ({
    title: `${place.name}: ${title}`,
    run: async () => using(kit, await place.account(), run),
  });
  return [
    at('the probe succeeds', async (client) => {
      expect(await client.probe()).toEqual({ kind: 'ok' });
    }),
    {
      title: `${place.name}: the probe with other credentials is rejected`,
      run: async () =>
        using(kit, await place.stranger(), async (client) => {
          expect(await client.probe()).toMatchObject({ kind: 'rejected' });
        }),
    },
    ...(traits.inquiry.payment === 'none' ? [] : [at('an unknown order is not paid', isUnpaid)]),
    ...(traits.qr === 'provider' ? issued(traits, at) : []),
  ];
}

async function isUnpaid(client: ProviderClient): Promise<void> {
  const orderId = newPaymentId();
  const ref = orderId.slice(-20).toUpperCase();
  const [createdAt, expiresAt] = [20, 5].map(
    (minutes) => new Date(Date.now() - minutes * MINUTE_MS),
  );
  const about = { kind: 'payment', orderId, ref, sentForMs: 20 * MINUTE_MS } as const;
  const past = { createdAt: createdAt ?? new Date(), expiresAt: expiresAt ?? null };
  const { kind } = await client.find(inquiryOf({ ...about, ...past }));
  expect(['waiting', 'not_found']).toContain(kind);
}

/** Checks of the codes that the provider issues, of 2,000 baht. */
function issued(
  { idempotent, refund }: Kit['connector']['traits'],
  at: (title: string, run: (client: ProviderClient) => Promise<void>) => Check,
): Check[] {
  const orderOf = () => ({
    orderId: newPaymentId(),
    amountSatang: 200_000,
    expiresAt: new Date(Date.now() + 15 * MINUTE_MS),
  });
  return [
    at('a code of the amount is opened, is unpaid, and can be closed', async (client) => {
      const order = orderOf();
      const { payload, providerRef } = opened(await client.openQr?.(order));
      const { kind, amountSatang } = parsePayload(payload);
      expect([kind, amountSatang]).toEqual([expect.any(String), 200_000]);
      const { orderId, expiresAt } = order;
      const inquiry = inquiryOf({ kind: 'payment', orderId, expiresAt, providerRef });
      expect(await client.find(inquiry)).toMatchObject({ kind: 'waiting' });
      if (client.closeQr === undefined) return;
      expect(await client.closeQr(providerRef)).toBe('closed');
      expect((await client.find(inquiry)).kind).not.toBe('succeeded');
    }),
    ...(idempotent.qr
      ? [
          at('a code that is requested again is the same', async (client) => {
            const order = orderOf();
            const first = opened(await client.openQr?.(order));
            expect(await client.openQr?.(order)).toEqual(first);
          }),
        ]
      : []),
    ...(refund === 'native'
      ? [
          at('a refund of an unpaid code is refused', async (client) => {
            const { providerRef: paymentRef } = opened(await client.openQr?.(orderOf()));
            const about = { paymentId: 'pay_1', account: null, paymentRef };
            const money = { orderId: `re_${newPaymentId().slice(4)}`, amountSatang: 100_000 };
            const sent = await client.send({ kind: 'refund', ...about, ...money });
            expect(sent).toMatchObject({ kind: 'refused' });
          }),
        ]
      : []),
  ];
}

function ofSandbox(kit: Kit): Check[] {
  const account = sandboxAccount(kit);
  if (account === null) return [];
  const stranger = sandboxAccount(
    kit,
    (value) => `${value.slice(0, -1)}${value.endsWith('0') ? 1 : 0}`,
  );
  return shared(kit, {
    name: "the provider's sandbox",
    account: async () => account,
    stranger: async () => stranger ?? account,
  });
}

function ofFake(kit: Kit): Check[] {
  const { subject } = kit;
  return [
    ...shared(kit, {
      name: 'the fake upstream',
      account: async () => (await subject.startFake()).account,
      stranger: async () => (await subject.startFake()).stranger,
    }),
    ...paidCodes(kit),
    ...authenticated(kit),
    {
      title: 'each request to the fake upstream is accepted, carried out once and found',
      run: async () => {
        const fake = await kit.subject.startFake();
        await using(kit, fake.account, async (client) => {
          for (const request of fake.requests) await carriedOut(kit, fake, client, request);
        });
      },
    },
  ];
}

/** A code that is paid at the fake upstream is found with its amount. */
function paidCodes(kit: Kit): Check[] {
  const { connector, subject } = kit;
  const { qr, inquiry } = connector.traits;
  if (qr === 'none' || inquiry.payment === 'none') return [];
  const run = async (): Promise<void> => {
    const fake = await subject.startFake();
    await using(kit, fake.account, async (client) => {
      const orderId = newPaymentId();
      const ref = orderId.slice(-20).toUpperCase();
      const amountSatang = 200_000;
      const expiresAt = new Date(Date.now() + 15 * MINUTE_MS);
      const order = { ref, ref2: null, amountSatang };
      const own = connector.encodeQr?.(order, fake.account.settings);
      const { payload, providerRef } =
        own === undefined
          ? opened(await client.openQr?.({ orderId, amountSatang, expiresAt }))
          : { payload: own, providerRef: null };
      const about = { kind: 'payment', orderId, expiresAt, providerRef } as const;
      const inquiry1 = inquiryOf({ ...about, ref: own === undefined ? null : ref });
      expect(await client.find(inquiry1)).toMatchObject({ kind: 'waiting' });
      await fake.pay({ payload, providerRef });
      expect(await client.find(inquiry1)).toMatchObject({
        kind: 'succeeded',
        movements: [{ amountSatang }],
      });
    });
  };
  return [{ title: 'a code that is paid at the fake upstream is found with its amount', run }];
}

function authenticated(kit: Kit): Check[] {
  const charge = kit.subject.authenticated;
  if (charge === undefined) return [];
  return (['approve', 'decline'] as const).map((decision) => ({
    title: `the payer's decision to ${decision} decides a charge at the fake upstream`,
    run: () => decidedByPayer(kit, charge, decision),
  }));
}

/** The payer opens the page of the fake upstream, and returns to the merchant. */
async function decidedByPayer(
  kit: Kit,
  charge: RequestOf<'charge'>,
  decision: 'approve' | 'decline',
): Promise<void> {
  const fake = await kit.subject.startFake();
  await using(kit, fake.account, async (client) => {
    const request = { ...charge, orderId: randomUUID() };
    const { orderId, amountSatang, returnUrl } = request;
    const sent = await client.send(request);
    if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent));
    const { providerRef, nextAction } = sent;
    const refs = [providerRef, null];
    const find = (ref: string | null) =>
      client.find(inquiryOf({ kind: 'charge', orderId, providerRef: ref, amountSatang }));
    for (const ref of refs) {
      expect(await find(ref)).toMatchObject({ kind: 'waiting', nextAction });
    }
    const page = nextAction?.url ?? '';
    expect((await fetch(page)).status).toBe(200);
    const body = new URLSearchParams({ decision });
    const left = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    expect(left.headers.get('location')).toBe(returnUrl);
    for (const ref of refs) {
      const found = await find(ref);
      expect(found).toMatchObject(
        decision === 'approve'
          ? { kind: 'succeeded', movements: [{ amountSatang }] }
          : { kind: 'failed' },
      );
      expect(found).not.toHaveProperty('nextAction');
    }
    expect(await fake.count(orderId)).toBe(1);
  });
}

async function carriedOut(
  kit: Kit,
  fake: Fake<object>,
  client: ProviderClient,
  template: ProviderRequest,
): Promise<void> {
  const { kind, paymentRef = null, amountSatang } = template;
  const request = { ...template, orderId: randomUUID() };
  const { orderId } = request;
  let sent = await client.send(request);
  if (sent.kind === 'not_ready' && fake.makeReady !== undefined) {
    await fake.makeReady();
    sent = await client.send(request);
  }
  if (sent.kind !== 'accepted') throw new Error(`${kind}: ${JSON.stringify(sent)}`);
  const { providerRef } = sent;
  if (kit.connector.traits.idempotent[kind]) {
    expect(await client.send(request)).toEqual(sent);
  }
  await fake.settle(request, providerRef);
  // Without the reference too: the answer to the request may have been lost.
  for (const ref of new Set([providerRef, null])) {
    const about = inquiryOf({ kind, orderId, providerRef: ref, paymentRef, amountSatang });
    const found = await until(
      async () => {
        const result = await client.find(about);
        return result.kind === 'waiting' ? null : result;
      },
      { describe: `the ${kind} is found` },
    );
    expect(found).toMatchObject({ kind: 'succeeded', movements: [{ amountSatang }] });
  }
  expect(await fake.count(orderId)).toBe(1);
}
