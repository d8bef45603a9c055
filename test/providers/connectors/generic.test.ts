import type { Socket } from 'node:net';
import { createGenericClient } from '../../../src/providers/connectors/generic/client';
import type { ProviderClient, ProviderRequest } from '../../../src/providers/connectors/connector';
import { foundOne, inquiryAbout } from '../../support/inquiry';
import { closeAfterFile } from '../../support/close-after-file';
import { startReceiver, type Answer, type Receiver } from '../../support/receiver';
import {
  closedPort,
  onRequest,
  startSocketReceiver,
  startTlsReceiver,
} from '../../webhooks/sending/socket-receiver';

const key = 'provider-key-of-the-tests';
const payout: Extract<ProviderRequest, { kind: 'payout' }> = {
  kind: 'payout',
  orderId: '0192f0c1-0000-7000-8000-000000000001',
  amountSatang: 199_999,
  account: {
    bankCode: '014',
    bankName: 'SCB',
    accountNumber: '1234567890',
    accountName: 'ACCOUNT NAME',
  },
};
const { orderId } = payout;

/** Long enough for the loopback, short enough for tests of the timeout. */
const timeoutMs = 400;

function providerAt(url: string, deadlineMs = 5_000): ProviderClient {
  const provider = createGenericClient({ url, key, timeoutMs: deadlineMs });
  closeAfterFile(() => provider.close());
  return provider;
}

let receiver: Receiver;
let provider: ProviderClient;
beforeAll(async () => {
  receiver = await startReceiver();
  provider = providerAt(`${receiver.url}/base/`);
});

const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });
const refusal = (status: number, code: string): Answer =>
  json(status, { error: { code, message: 'Because.' } });
const taken = json(202, { orderId, status: 'processing' });

describe('a payout request', () => {
  it('contains all fields of the payout, in baht, under our key', async () => {
    receiver.answerWith(taken);
    expect(await provider.send(payout)).toEqual({ kind: 'accepted', providerRef: null });
    const request = receiver.requests.at(-1);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/base/payouts',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      orderId,
      amount: 1999.99,
      currency: 'THB',
      bankCode: '014',
      bankName: 'SCB',
      accountNumber: '1234567890',
      accountName: 'ACCOUNT NAME',
    });
  });

  it('names a bank without a code by null', async () => {
    receiver.answerWith(taken);
    await provider.send({ ...payout, account: { ...payout.account, bankCode: null } });
    expect(receiver.requests.at(-1)?.body).toContain('"bankCode":null');
  });

  it.each<[string, Answer]>([
    ['200', json(200, { orderId, status: 'processing' })],
    ['201, in capitals', json(201, { orderId, status: ' PROCESSING ', more: 1 })],
    ['409 duplicate_reference', refusal(409, 'duplicate_reference')],
  ])('answered %s is accepted', async (_, answer) => {
    receiver.answerWith(answer);
    expect(await provider.send(payout)).toEqual({ kind: 'accepted', providerRef: null });
  });

  it.each([400, 402, 404, 422])("answered %d in the contract's form is refused", async (status) => {
    receiver.answerWith(refusal(status, 'account_closed'));
    const refused = { kind: 'refused', code: 'account_closed', message: 'Because.' };
    expect(await provider.send(payout)).toEqual(refused);
  });

  it.each([401, 403, 405, 415, 429])('answered %d may be sent again', async (status) => {
    const unreachable = { kind: 'unreachable', reason: `HTTP ${status}` };
    for (const answer of [refusal(status, 'no'), { status, body: '<h1>No</h1>' }]) {
      receiver.answerWith(answer);
      expect(await provider.send(payout)).toEqual(unreachable);
    }
  });

  it.each<[string, Answer, string]>([
    ['500', refusal(500, 'internal_error'), 'HTTP 500'],
    ['502 of a proxy', { status: 502, body: 'Bad gateway' }, 'HTTP 502'],
    ['503', { status: 503 }, 'HTTP 503'],
    [
      '404 of a proxy in front of the wrong server',
      { status: 404, body: '<h1>Not found</h1>' },
      'HTTP 404',
    ],
    ['404 in JSON of another form', json(404, { error: 'not found' }), 'HTTP 404'],
    ['400 without a body', { status: 400 }, 'HTTP 400'],
    ['422 without a message', json(422, { error: { code: 'x' } }), 'HTTP 422'],
    ['409 with another code', refusal(409, 'reference_reused'), 'HTTP 409'],
    ['408', refusal(408, 'timeout'), 'HTTP 408'],
    ['410', refusal(410, 'gone'), 'HTTP 410'],
    ['200 without JSON', { status: 200, body: 'ok' }, 'unreadable_answer'],
    ['200 without a body', { status: 200 }, 'unreadable_answer'],
    ['204', { status: 204 }, 'unreadable_answer'],
    ['200 null', json(200, null), 'unreadable_answer'],
    [
      '200 for another order',
      json(200, { orderId: 'x', status: 'processing' }),
      'unreadable_answer',
    ],
    ['200 with another status', json(200, { orderId, status: 'failed' }), 'unreadable_answer'],
    ['a broken connection', 'reset', 'UND_ERR_SOCKET'],
  ])('answered %s is unknown', async (_, answer, reason) => {
    receiver.answerWith(answer);
    expect(await provider.send(payout)).toEqual({ kind: 'unknown', reason });
  });

  it.each([301, 302, 307, 308])('answered %d follows no redirect', async (status) => {
    const { length } = receiver.requests;
    receiver.answerWith({ status, headers: { location: `${receiver.url}/elsewhere` } }, taken);
    const unknown = { kind: 'unknown', reason: `HTTP ${status}` };
    expect(await provider.send(payout)).toEqual(unknown);
    expect(receiver.requests).toHaveLength(length + 1);
  });

  it('shortens the text of a refusal and masks account numbers', async () => {
    const message = `Account 123-4-56789-0 (1234567890)\u0000 is closed. ${'x'.repeat(500)}`;
    receiver.answerWith(json(422, { error: { code: 'c'.repeat(99), message } }));
    const refused = await provider.send(payout);
    if (refused.kind !== 'refused') throw new Error(refused.kind);
    expect(refused.code).toBe('c'.repeat(64));
    expect(refused.message).toMatch(/^Account xxxxxx \(xxxxxx\)  ?is closed\. x+$/);
    expect(refused.message).toHaveLength(200);
  });
});

/** Behaviours of a server that leave the outcome of a payout unknown. */
const silences: readonly [string, (socket: Socket) => void, string][] = [
  ['gets no response', () => undefined, 'timeout'],
  ['gets half a status line', (socket) => socket.write('HTTP/1.1 20'), 'timeout'],
  [
    'gets one byte at a time',
    (socket) => {
      const timer = setInterval(() => socket.write('x'), 20);
      socket.write('HTTP/1.1 202 Accepted\r\nx-slow: ');
      socket.once('close', () => clearInterval(timer));
    },
    'timeout',
  ],
  [
    'gets half a body',
    (socket) => socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 99\r\n\r\n{"orderId":'),
    'timeout',
  ],
  ['meets a half-closed socket', (socket) => socket.end(), 'UND_ERR_SOCKET'],
  [
    'is cut off during the response',
    (socket) => socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 99\r\n\r\n{"orderId":'),
    'UND_ERR_SOCKET',
  ],
  ['gets a response that is not HTTP', (socket) => socket.end('SSH-2.0-x\r\n'), 'HTTPParserError'],
  [
    'gets endless headers',
    (socket) => socket.write(`HTTP/1.1 202 Accepted\r\nx: ${'x'.repeat(40_000)}\r\n`),
    'UND_ERR_HEADERS_OVERFLOW',
  ],
  [
    'gets more than 64 KB',
    (socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pour);
      pour();
    },
    'answer_too_large',
  ],
];

describe('a payout request that may have arrived', () => {
  it.each(silences)('and %s is unknown', async (_, answer, reason) => {
    const { port } = await startSocketReceiver((socket) => onRequest(socket, () => answer(socket)));
    const sent = await providerAt(`http://127.0.0.1:${port}`, timeoutMs).send(payout);
    expect(sent).toEqual({ kind: 'unknown', reason });
  });
});

describe('an unsent payout request', () => {
  it('may be sent again when no server listens', async () => {
    const lonely = providerAt(`http://127.0.0.1:${await closedPort()}`);
    const unreachable = { kind: 'unreachable', reason: 'ECONNREFUSED' };
    expect(await lonely.send(payout)).toEqual(unreachable);
    expect(await lonely.find(inquiryAbout('payout', orderId))).toEqual(unreachable);
  });

  it('may be sent again when the host name is unknown', async () => {
    const sent = await providerAt('http://provider.invalid').send(payout);
    const reason: unknown = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/);
    expect(sent).toEqual({ kind: 'unreachable', reason });
  });

  it('may be sent again when the certificate is not trusted', async () => {
    let isCalled = false;
    const { port } = await startTlsReceiver((socket) => onRequest(socket, () => (isCalled = true)));
    const sent = await providerAt(`https://localhost:${port}`).send(payout);
    expect(sent).toEqual({ kind: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(isCalled).toBe(false);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['never ends', () => undefined],
    ['is closed by the server', (socket) => socket.end()],
    ['gets an HTTP response', (socket) => socket.end('HTTP/1.1 400 Bad request\r\n\r\n')],
  ])('may be sent again when the TLS handshake %s', async (_, behave) => {
    const { port } = await startSocketReceiver(behave);
    const sent = await providerAt(`https://127.0.0.1:${port}`, timeoutMs).send(payout);
    expect(sent.kind).toBe('unreachable');
  });

  it('may be sent again when the queue timed out, and is not sent later', async () => {
    // The requests that hold the connections expire first. Whether a queued request still gets one
    // before its own deadline depends on the machine, so the round is repeated until one does not.
    let unsent = 0;
    for (let round = 0; round < 20 && unsent === 0; round++) {
      // A server for each round: it can read a request after the round's end.
      let received = 0;
      const { port } = await startSocketReceiver((socket) =>
        onRequest(socket, () => (received += 1)),
      );
      const busy = providerAt(`http://127.0.0.1:${port}`, timeoutMs);
      const all = Array.from({ length: 40 }, () => busy.send(payout));
      const kinds = (await Promise.all(all)).map(({ kind }) => kind);
      await busy.close();
      unsent = kinds.filter((kind) => kind === 'unreachable').length;
      expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(40 - unsent);
      expect(received).toBeLessThanOrEqual(40 - unsent);
    }
    expect(unsent).toBeGreaterThan(0);
  });

  it('is rejected at once when the queue is full, until there is room', async () => {
    const behave = (socket: Socket) => onRequest(socket, () => socket.destroy());
    const { port } = await startSocketReceiver(behave);
    const busy = providerAt(`http://127.0.0.1:${port}`);
    const broken = { kind: 'unknown', reason: 'UND_ERR_SOCKET' };
    for (const round of [1, 2]) {
      const sent = await Promise.all(
        Array.from({ length: 260 }, () => busy.find(inquiryAbout('payout', `${orderId}-${round}`))),
      );
      const reasons = sent.map((found) => (found.kind === 'unreachable' ? found.reason : ''));
      expect(reasons.filter((reason) => reason === 'busy')).toHaveLength(4);
    }
    expect(await busy.send(payout)).toEqual(broken);
  });

  it('may be sent again when the client was closed', async () => {
    const closed = providerAt(receiver.url);
    await closed.close();
    await closed.close();
    expect(await closed.send(payout)).toEqual({ kind: 'unreachable', reason: 'closed' });
  });
});

describe('closing', () => {
  it('waits for requests in flight', async () => {
    receiver.answerWith({ ...(taken as object), status: 202, delayMs: 200 });
    const closing = providerAt(receiver.url);
    const sent = closing.send(payout);
    await closing.close();
    expect(await sent).toEqual({ kind: 'accepted', providerRef: null });
  });
});

describe('an inquiry', () => {
  const said = (fields: object): Answer =>
    json(200, { orderId, status: 'processing', amount: 1999.99, ...fields });

  it('requests the order under our key', async () => {
    receiver.answerWith(said({}));
    expect(await provider.find(inquiryAbout('payout', orderId))).toEqual({ kind: 'waiting' });
    expect(receiver.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: `/base/payouts/${orderId}`,
      headers: { authorization: `Bearer ${key}` },
      body: '',
    });
  });

  it.each([
    [{ status: 'success', transactionId: 'T1' }, 'T1'],
    [{ status: 'SUCCEEDED' }, null],
    [{ status: '1001', transactionId: null }, null],
    [{ status: 1001, transactionId: 'T1' }, 'T1'],
  ])('answered %j finds a success', async (fields, transactionId) => {
    receiver.answerWith(said(fields));
    const succeeded = foundOne(transactionId, 199_999);
    expect(await provider.find(inquiryAbout('payout', orderId))).toEqual(succeeded);
  });

  it.each([
    [{ status: 'failed', failure: { code: 'closed', message: 'No.' } }, 'closed', 'No.'],
    [{ status: 'declined' }, 'failed', 'The provider gave no reason.'],
    [{ status: 'failed', failure: null }, 'failed', 'The provider gave no reason.'],
  ])('answered %j finds a failure', async (fields, code, message) => {
    receiver.answerWith(said(fields));
    expect(await provider.find(inquiryAbout('payout', orderId))).toEqual({
      kind: 'failed',
      code,
      message,
    });
  });

  it('answered payout_not_found finds no request', async () => {
    receiver.answerWith(refusal(404, 'payout_not_found'));
    expect(await provider.find(inquiryAbout('payout', orderId))).toEqual({ kind: 'not_found' });
  });

  it.each<[string, Answer, string]>([
    ['404 of a proxy in front of the wrong server', { status: 404, body: 'Not found' }, 'HTTP 404'],
    ['404 with another code', refusal(404, 'not_found'), 'HTTP 404'],
    ['401', refusal(401, 'unauthorized'), 'HTTP 401'],
    ['400', refusal(400, 'payout_not_found'), 'HTTP 400'],
    ['302', { status: 302, headers: { location: '/elsewhere' } }, 'HTTP 302'],
    ['500', refusal(500, 'internal_error'), 'HTTP 500'],
    ['a body that is not JSON', { status: 200, body: 'ok' }, 'unreadable_answer'],
    ['another order', said({ orderId: 'x' }), 'unreadable_answer'],
    ['an unknown status', said({ status: 'weird' }), 'unreadable_answer'],
    ['no status', said({ status: null }), 'unreadable_answer'],
    [
      'a transaction id with NUL',
      said({ status: 'success', transactionId: 'T\u00001' }),
      'unreadable_answer',
    ],
    [
      'a transaction id of 65 characters',
      said({ status: 'success', transactionId: 'T'.repeat(65) }),
      'unreadable_answer',
    ],
    ['no amount', said({ status: 'success', amount: null }), 'unreadable_answer'],
    ['a third of a satang', said({ status: 'success', amount: 1.005 }), 'unreadable_answer'],
    ['a negative amount', said({ status: 'success', amount: -1 }), 'unreadable_answer'],
    ['a broken connection', 'reset', 'UND_ERR_SOCKET'],
  ])('answered %s is unreachable', async (_, answer, reason) => {
    receiver.answerWith(answer);
    expect(await provider.find(inquiryAbout('payout', orderId))).toEqual({
      kind: 'unreachable',
      reason,
    });
  });

  it.each(silences)('that %s is unreachable', async (_, answer, reason) => {
    const { port } = await startSocketReceiver((socket) => onRequest(socket, () => answer(socket)));
    const found = await providerAt(`http://127.0.0.1:${port}`, timeoutMs).find(
      inquiryAbout('payout', orderId),
    );
    expect(found).toEqual({ kind: 'unreachable', reason });
  });
});
