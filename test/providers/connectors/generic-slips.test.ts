import { generic } from '../../../src/providers/connectors/generic';
import { createGenericClient } from '../../../src/providers/connectors/generic/client';
import type { ProviderClient } from '../../../src/providers/connectors/connector';
import { closeAfterFile } from '../../support/close-after-file';
import { startReceiver, type Answer, type Receiver } from '../../support/receiver';
import { closedPort } from '../../webhooks/sending/socket-receiver';

const key = 'provider-key-of-the-tests';
const named = { sendingBank: '999', transRef: 'SBX1' };

let receiver: Receiver;
let client: ProviderClient;
beforeAll(async () => {
  receiver = await startReceiver();
  client = clientAt(receiver.url);
});

function clientAt(url: string): ProviderClient {
  const made = createGenericClient({ url, key, timeoutMs: 2_000, verifiesSlips: true });
  closeAfterFile(() => made.close());
  return made;
}

const said = (fields: object): Answer => ({
  status: 200,
  body: JSON.stringify({ ...named, amount: 123.45, paidTo: 'REF1', paidAt: 'x', ...fields }),
});

describe('a slip of a sandbox account', () => {
  it('requests the transfer under our key', async () => {
    receiver.answerWith(said({}));
    const found = { kind: 'found', amountSatang: 12_345, paidTo: 'REF1' };
    expect(await client.verifySlip?.(named)).toEqual(found);
    expect(receiver.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: '/slips/999/SBX1',
      headers: { authorization: `Bearer ${key}` },
    });
  });

  it("accepts not_found only in the bank's error form", async () => {
    const body = JSON.stringify({ error: { code: 'transfer_not_found', message: 'No.' } });
    receiver.answerWith({ status: 404, body });
    expect(await client.verifySlip?.(named)).toEqual({ kind: 'not_found' });
  });

  it.each<[string, Answer, string]>([
    ['404 of a proxy in front of the wrong server', { status: 404, body: 'Not found' }, 'HTTP 404'],
    ['500', { status: 500 }, 'HTTP 500'],
    ['302', { status: 302, headers: { location: '/x' } }, 'HTTP 302'],
    ['a response that is not JSON', { status: 200, body: 'ok' }, 'unreadable_answer'],
    ['another transfer', said({ transRef: 'SBX2' }), 'unreadable_answer'],
    ['another bank', said({ sendingBank: '014' }), 'unreadable_answer'],
    ['no reference', said({ paidTo: '' }), 'unreadable_answer'],
    ['a third of a satang', said({ amount: 1.005 }), 'unreadable_answer'],
    ['nothing', 'hang', 'timeout'],
  ])('answered %s is unreachable', async (_, answer, reason) => {
    receiver.answerWith(answer);
    expect(await client.verifySlip?.(named)).toEqual({ kind: 'unreachable', reason });
  });

  it('without a server is unreachable', async () => {
    const lonely = clientAt(`http://127.0.0.1:${await closedPort()}`);
    expect(await lonely.verifySlip?.(named)).toEqual({
      kind: 'unreachable',
      reason: 'ECONNREFUSED',
    });
  });
});

it('a live account verifies no slip', async () => {
  const view = {
    id: 'default',
    callbackUrl: 'https://pay.example.th',
    settings: { url: 'https://bank.example.th', keys: [key], billerId: '099999999999990' },
  };
  const live = generic.connect({ ...view, mode: 'live' }, () => undefined);
  const test = generic.connect({ ...view, mode: 'test' }, () => undefined);
  expect(['verifySlip' in live, 'verifySlip' in test]).toEqual([false, true]);
  await Promise.all([live.close(), test.close()]);
});
