import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyPending } from '../../../src/orders/store/apply-transition';
import type { Link, OperationFacts } from '../../../src/http/definition';
import { operationsOf } from '../../../src/app';
import { closeAfterFile } from '../../support/close-after-file';
import { testCallback, testMerchant } from '../../support/gateway';
import { PROVIDER_KEY, startApi, type Answered, type Api } from '../api';

const described = operationsOf({ mode: 'sandbox' }).filter((facts) => facts.described !== false);
const byName = new Map(described.map((facts) => [facts.name, facts]));

const OPERATOR_KEY = 'an-operator-key-for-tests';

let api: Api;
let merchantKey: string;
let receiverUrl: string;

beforeAll(async () => {
  api = await startApi({ OPERATOR_KEY, SECURITY_CONTACT: 'mailto:security@pay.example' });
  merchantKey = (await testMerchant(api.deps.db, { openingSatang: 10_000_000 })).apiKey;
  // Replaces the sandbox bank: the example only needs a response.
  const receiver = createServer((request, response) =>
    request.resume().on('end', () => response.end()),
  );
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  closeAfterFile(async () => {
    receiver.closeAllConnections();
    receiver.close();
  });
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});

/** Sends the example of an operation, after the examples of the operations that it depends on. */
async function answerOf(facts: OperationFacts): Promise<Answered> {
  const source = described.flatMap((from) =>
    (from.links ?? []).filter(({ to }) => to === facts.name).map((link) => ({ from, link })),
  )[0];
  const needed = source === undefined ? null : (await answerOf(source.from)).body;
  if (facts.name === 'createRefund') await pay(needed as { readonly payment_id: string });
  if (facts.name === 'listDeliveries' || facts.name === 'listEvents') await createDelivery();
  const { params, body } = filledIn(source?.link, needed);
  const path = facts.path.replace(/:(\w+)/g, (_match, name: string) => String(params[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(facts.example?.query ?? {}))
    query.set(name, `${value}`);
  return api.call(facts.method, query.size === 0 ? path : `${path}?${query.toString()}`, {
    key: keyFor(facts),
    ...(facts.body === undefined ? {} : { body: reachable({ ...facts.example?.body, ...body }) }),
  });
}

/** Creates a delivery, so that there is one to read. */
async function createDelivery(): Promise<void> {
  const body = { amount: 100, currency: 'THB' };
  const { body: created } = await api.post('/Thai/v1/qr-codes', body, { key: merchantKey });
  await pay(created as { readonly payment_id: string });
}

/** Pays a payment, which a refund requires. */
async function pay({ payment_id }: { readonly payment_id: string }): Promise<void> {
  await testCallback(api.deps, payment_id, { reported: 'succeeded' });
  await applyPending(api.deps.db, payment_id);
}

function filledIn(link: Link | undefined, answer: unknown) {
  const read = (pointers: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(pointers).map(([name, pointer]) => [name, valueAt(answer, pointer)]),
    );
  return { params: read(link?.params), body: read(link?.body) };
}

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce((part, step) => (part as Record<string, unknown>)[step], value);

function keyFor({ auth }: OperationFacts): string | null {
  if (auth === 'none') return null;
  if (auth === 'merchant') return merchantKey;
  return auth === 'operator' ? OPERATOR_KEY : PROVIDER_KEY;
}

const reachable = (body: object): object =>
  'url' in body && body.url === 'http://localhost:8081/' ? { ...body, url: receiverUrl } : body;

describe('an example', () => {
  // The callback URL of an account contains a secret that no example can have.
  const sendable = described.filter(({ auth }) => auth !== 'account');
  it.each(sendable.map(({ name }) => name))('of %s succeeds in the sandbox', async (name) => {
    const facts = byName.get(name);
    if (facts === undefined) throw new Error(`no operation ${name}`);
    const { status } = await answerOf(facts);
    expect(status).toBe(facts.success.status);
  });

  const withBody = described.filter(({ body }) => body !== undefined);
  it.each(withBody.map((facts) => [facts.name, facts] as const))(
    'exists for the request of %s',
    (_name, facts) => {
      expect(facts.example?.body).toBeDefined();
    },
  );

  const answering = described.flatMap(({ name, success }) =>
    'schema' in success && success.example !== undefined
      ? [[name, success.schema, success.example] as const]
      : [],
  );
  it.each(answering)('has exactly the fields of the response of %s', (_name, schema, answer) => {
    expect(schema.parse(answer)).toEqual(answer);
  });
});

describe('a link', () => {
  const links = described.flatMap(({ name, links: to = [] }) =>
    to.map((link) => [name, link] as const),
  );

  it.each(links)('of %s refers to an operation with its parameters: %j', (_name, link) => {
    const target = byName.get(link.to);
    expect(target).toBeDefined();
    for (const param of Object.keys(link.params ?? {})) expect(target?.path).toContain(`:${param}`);
    if (link.body !== undefined) expect(target?.body).toBeDefined();
  });
});
