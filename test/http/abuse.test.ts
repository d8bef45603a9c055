import { request } from 'node:http';
import { findViolations } from '../../src/reports/store/invariants';
import { startApi, type Api } from './api';
import { dial } from './server/sockets';
import { depositRequest, gif, transfersOf, withdrawalRequest } from './api/transfers';

/* Hostile requests. None may get a 5xx, create anything, or slow down other clients. */

let api: Api;
let deposit: { readonly orderId: string; readonly ref: string };
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
  deposit = await transfersOf(api).deposit();
});

interface Abuse {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Ended {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
}

/** Sends path and bytes unmodified; `fetch` would normalize them. */
function send({ method, path, body, headers }: Abuse): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const sent = request(api.url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      path,
      headers: {
        authorization: `Bearer ${api.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        const isJson = response.headers['content-type']?.startsWith('application/json') === true;
        const { error } = (isJson ? JSON.parse(text) : {}) as { error?: { code: string } };
        resolve({ status: response.statusCode ?? 0, code: error?.code ?? null, text });
      });
    });
    sent.end(body);
  });
}

const qr = (members: string): Abuse => ({
  path: '/v1/qr-codes',
  body: `{"currency":"THB",${members}}`,
});
const bankBody = (form: object, members: string) =>
  `${JSON.stringify({ ...form, amount: undefined }).slice(0, -1)},${members}}`;
const asDeposit = (members: string): Abuse => ({
  path: '/deposit/gw',
  body: bankBody(depositRequest, members),
});
const asWithdrawal = (members: string): Abuse => ({
  path: '/withdraw/gw',
  body: bankBody(withdrawalRequest, members),
});
const list = (query: string): Abuse => ({ path: `/v1/payments?${query}` });
const keyed = (key: string): Abuse => ({
  ...qr('"amount":1'),
  headers: { 'idempotency-key': key },
});
const slip =
  (base64Image: string): (() => Abuse) =>
  () => ({
    path: '/deposit/gw/upload-slip',
    body: JSON.stringify({ ...deposit, base64Image }),
  });
const picture = gif().toString('base64');

/** The request, with the expected status and code. */
const abuses: readonly (readonly [string, string, Abuse | (() => Abuse)])[] = [
  ['an amount of 1e400', '400 invalid_amount', qr('"amount":1e400')],
  ['an amount of NaN', '400 invalid_json', qr('"amount":NaN')],
  ['an amount of Infinity', '400 invalid_json', qr('"amount":Infinity')],
  ['an amount of -0', '422 invalid_amount', qr('"amount":-0')],
  ['a negative amount', '422 invalid_amount', qr('"amount":-1')],
  ['an amount of 0.1', '400 invalid_amount', qr('"amount":0.1')],
  ['an amount of 2^53 + 1', '422 invalid_amount', qr('"amount":9007199254740993')],
  ['an amount of 1e21', '422 invalid_amount', qr('"amount":1e21')],
  ['an amount in hexadecimal', '400 invalid_json', qr('"amount":0x10')],
  ['an amount with a leading zero', '400 invalid_json', qr('"amount":010')],
  ['an amount in text', '400 invalid_amount', qr('"amount":"100"')],
  ['an amount in a list', '400 invalid_amount', qr('"amount":[100]')],
  ['an amount that is an operator', '400 invalid_amount', qr('"amount":{"$gt":0}')],
  ['an amount that is true', '400 invalid_amount', qr('"amount":true')],
  ['a second amount that cancels the first', '422 invalid_amount', qr('"amount":1,"amount":-1')],
  ['an amount inherited', '400 missing_parameter', qr('"__proto__":{"amount":100}')],
  ['a constructor instead of an amount', '400 missing_parameter', qr('"constructor":{"amount":1}')],
  ['a deposit of 1.005', '400 invalid_amount', asDeposit('"amount":1.005')],
  ['a deposit of 1e-7', '400 invalid_amount', asDeposit('"amount":1e-7')],
  [
    'a deposit of one satang over the maximum',
    '400 invalid_amount',
    asDeposit('"amount":2000000.01'),
  ],
  ['a deposit of -0', '400 invalid_amount', asDeposit('"amount":-0')],
  ['a withdrawal of -100', '400 invalid_amount', asWithdrawal('"amount":-100')],
  ['a withdrawal of 1e400', '400 invalid_amount', asWithdrawal('"amount":1e400')],
  ['a withdrawal without an amount', '400 invalid_amount', asWithdrawal('"amount":null')],
  [
    'a withdrawal without an account',
    '400 missing_parameter',
    { path: '/withdraw/gw', body: '{}' },
  ],
  ['text with NUL', '400 invalid_reference', qr('"amount":1,"reference":"a\\u0000b"')],
  ['text with a lone surrogate', '400 invalid_reference', qr('"amount":1,"reference":"\\ud800"')],
  ['text with a line break', '400 invalid_reference', qr('"amount":1,"reference":"a\\r\\nb"')],
  ['metadata with NUL', '400 invalid_metadata', qr('"amount":1,"metadata":{"a":"\\u0000"}')],
  ['metadata that is a list', '400 invalid_metadata', qr('"amount":1,"metadata":[1]')],
  [
    'a body of 60 levels',
    '400 invalid_metadata',
    qr(`"amount":1,"metadata":${'{"a":'.repeat(58)}1${'}'.repeat(58)}`),
  ],
  ['a body of 300 levels', '400 invalid_request', qr(`"x":${'['.repeat(300)}${']'.repeat(300)}`)],
  ['a list instead of an object', '400 invalid_request', { path: '/v1/qr-codes', body: '[]' }],
  ['a body that is too large', '413 payload_too_large', qr(`"x":"${'y'.repeat(300_000)}"`)],
  ['a key of 256 characters', '400 invalid_idempotency_key', keyed('k'.repeat(256))],
  ['an empty key', '400 invalid_idempotency_key', keyed('')],
  ['a key that is not ASCII', '400 invalid_idempotency_key', keyed('caf\u00e9')],
  ['a key that is a tab', '400 invalid_idempotency_key', keyed('a\tb')],
  ['a page size of -1', '400 invalid_parameters', list('limit=-1')],
  ['a page size of 101', '400 invalid_parameters', list('limit=101')],
  ['a page size of 1e3', '400 invalid_parameters', list('limit=1e3')],
  ['two page sizes', '400 invalid_parameters', list('limit=1&limit=2')],
  ['a huge offset', '400 invalid_parameters', list('offset=99999999999')],
  ['a cursor with a path traversal', '400 invalid_parameters', list('cursor=../../etc/passwd')],
  ['a cursor with SQL', '400 invalid_parameters', list("cursor=1.a'%20or%201=1--")],
  [
    'a date before the earliest date',
    '400 invalid_parameters',
    list('start_date=-271821-04-20T00:00:00Z'),
  ],
  ['an invalid date', '400 invalid_parameters', list('start_date=2026-02-30')],
  ['a filter with NUL', '400 invalid_parameters', list('reference=%00')],
  ['a filter that is a list', '400 invalid_parameters', list('status=pending&status=failed')],
  ['an id with NUL', '404 payment_not_found', { path: '/v1/payments/pay_%00' }],
  ['an id with SQL', '404 payment_not_found', { path: "/v1/payments/pay_'or'1'='1" }],
  [
    'an id with a path traversal',
    '404 payment_not_found',
    { path: '/v1/payments/..%2f..%2fetc%2fpasswd' },
  ],
  ['a path traversal', '404 not_found', { path: '/docs/../package.json' }],
  ['an asset with a path traversal', '404 not_found', { path: '/docs/..%2f..%2fpackage.json' }],
  ['an asset called __proto__', '404 not_found', { path: '/docs/__proto__' }],
  ['an asset called constructor', '404 null', { path: '/pay-assets/constructor' }],
  ['a path with a broken escape', '404 payment_not_found', { path: '/v1/payments/%E0%A4%A' }],
  ['a path in another case', '404 not_found', { path: '/V1/payments' }],
  ['TRACE', '405 method_not_allowed', { method: 'TRACE', path: '/v1/payments' }],
  ['PUT', '405 method_not_allowed', { method: 'PUT', path: '/v1/payments', body: '{}' }],
  [
    'another method by a header',
    '404 webhook_not_found',
    { path: '/v1/webhooks/wh_1', headers: { 'x-http-method-override': 'DELETE' } },
  ],
  [
    'a form instead of JSON',
    '415 unsupported_media_type',
    { ...qr('"amount":1'), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  [
    'a compressed body',
    '415 unsupported_media_type',
    { ...qr('"amount":1'), headers: { 'content-encoding': 'gzip' } },
  ],
  ['a truncated slip', '400 invalid_image', slip(picture.slice(0, -3))],
  ['a slip that is not base64', '400 invalid_image', slip(`${picture.slice(0, -4)}!!!!`)],
  ['a slip that is HTML', '400 invalid_image', slip(btoa('<script>alert(1)</script>'))],
  ['a slip that is SVG', '400 invalid_image', slip(btoa('<svg xmlns="x"></svg>'))],
  [
    'a slip that is HTML with the media type of a picture',
    '400 invalid_image',
    slip(`data:image/png;base64,${btoa('<script>alert(1)</script>')}`),
  ],
  [
    'a slip of 4.3 MB',
    '400 slip_too_large',
    slip(Buffer.alloc(4_300_000, picture).toString('base64')),
  ],
  ['a slip of 7 MB', '413 payload_too_large', slip('A'.repeat(7_000_000))],
  ['an empty slip', '400 invalid_image', slip('')],
];

const write = (abuse: Abuse | (() => Abuse)): Abuse =>
  typeof abuse === 'function' ? abuse() : abuse;
const answerOf = ({ status, code }: Ended): string => `${status} ${code}`;

it('the list has at least 60 abuses', () => {
  expect(new Set(abuses.map(([name]) => name)).size).toBeGreaterThanOrEqual(60);
});

it.each(abuses)('%s gets %s and creates nothing', async (_name, expected, abuse) => {
  const before = await api.countOrders();
  expect(answerOf(await send(write(abuse)))).toBe(expected);
  expect(await api.countOrders()).toBe(before);
});

describe('member names with a meaning in JavaScript', () => {
  it('are stored and returned unchanged in metadata', async () => {
    const metadata =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const { status, text } = await send(qr(`"amount":1,"metadata":${metadata}`));
    expect(status).toBe(200);
    expect(text).toContain(metadata);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('count in the comparison of idempotent requests', async () => {
    const ask = (metadata: string) =>
      send({ ...qr(`"amount":1,"metadata":${metadata}`), headers: { 'idempotency-key': 'proto' } });
    expect((await ask('{"__proto__":{"a":1}}')).status).toBe(200);
    expect(answerOf(await ask('{"__proto__":{"a":2}}'))).toBe('409 idempotency_key_reused');
  });
});

describe('read-only fields in a request', () => {
  it('are ignored: status, ids, owner and received amount', async () => {
    const { text } = await send(
      qr(`"amount":1,"status":"succeeded","merchant_id":"mch_x","payment_id":"pay_x",
          "amount_received":1,"late":true,"completed_at":"2026-01-01T00:00:00Z"`),
    );
    const { payment_id } = JSON.parse(text) as { payment_id: string };
    expect(payment_id).not.toBe('pay_x');
    expect(await api.readPayment(payment_id)).toMatchObject({
      status: 'pending',
      amount_received: 0,
      late: false,
      completed_at: null,
    });
  });
});

it('all abuses at once, repeatedly, do not block another client', async () => {
  const ROUNDS = 5;
  let isOver = false;
  async function storm(): Promise<Ended[]> {
    const ended: Ended[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ended.push(...(await Promise.all(abuses.map(([, , abuse]) => send(write(abuse))))));
    }
    isOver = true;
    return ended;
  }
  const raging = storm();
  let answered = 0;
  while (!isOver) {
    expect((await api.get('/v1/balance')).status).toBe(200);
    answered++;
  }
  for (const { status } of await raging) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  // A client blocked by the storm would get one response per round.
  expect(answered).toBeGreaterThan(ROUNDS);
  expect(await findViolations(api.deps.db)).toEqual([]);
});

it('a smuggled request is never answered', async () => {
  const client = await dial(api.port);
  const hidden = 'GET /v1/balance HTTP/1.1\r\nHost: x\r\n\r\n';
  client.socket.write(
    [
      'POST /v1/qr-codes HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${api.apiKey}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      `Content-Length: ${hidden.length + 5}`,
      '',
      `0\r\n\r\n${hidden}`,
    ].join('\r\n'),
  );
  await client.closed;
  expect(client.text().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(client.text()).toMatch(/^HTTP\/1\.1 400 /);
});
