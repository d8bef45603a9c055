import { createSandboxSlipVerifier } from '../../src/providers/sandbox-slip-verifier';
import type { SlipVerifier } from '../../src/providers/slip-verifier';
import { closeAfterFile } from '../support/close-after-file';
import { startReceiver } from '../support/receiver';
import type { Answer, Receiver } from '../support/receiver';
import { closedPort } from '../webhooks/socket-receiver';

const key = 'provider-key-of-the-tests';
const named = { sendingBank: '999', transRef: 'SBX1' };

let receiver: Receiver;
let verifier: SlipVerifier;
beforeAll(async () => {
  receiver = await startReceiver();
  verifier = verifierAt(receiver.url);
});

function verifierAt(url: string): SlipVerifier {
  const made = createSandboxSlipVerifier({ url, key, timeoutMs: 400 });
  closeAfterFile(() => made.close());
  return made;
}

const said = (fields: object): Answer => ({
  status: 200,
  body: JSON.stringify({ ...named, amount: 123.45, paidTo: 'REF1', paidAt: 'x', ...fields }),
});

describe('a slip verifier', () => {
  it('requests the transfer under our key', async () => {
    receiver.answerWith(said({}));
    const found = { kind: 'found', amountSatang: 12_345, paidTo: 'REF1' };
    expect(await verifier.verify(named)).toEqual(found);
    expect(receiver.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: '/slips/999/SBX1',
      headers: { authorization: `Bearer ${key}` },
    });
  });

  it("accepts not_found only in the bank's error form", async () => {
    const body = JSON.stringify({ error: { code: 'transfer_not_found', message: 'No.' } });
    receiver.answerWith({ status: 404, body });
    expect(await verifier.verify(named)).toEqual({ kind: 'not_found' });
  });

  it.each<[string, Answer, string]>([
    ['404 of a stray proxy', { status: 404, body: 'Not found' }, 'HTTP 404'],
    ['500', { status: 500 }, 'HTTP 500'],
    ['302', { status: 302, headers: { location: '/x' } }, 'HTTP 302'],
    ['no JSON', { status: 200, body: 'ok' }, 'unreadable_answer'],
    ['another transfer', said({ transRef: 'SBX2' }), 'unreadable_answer'],
    ['another bank', said({ sendingBank: '014' }), 'unreadable_answer'],
    ['nobody who was paid', said({ paidTo: '' }), 'unreadable_answer'],
    ['a third of a satang', said({ amount: 1.005 }), 'unreadable_answer'],
    ['nothing', 'hang', 'timeout'],
  ])('answered %s is unreachable', async (_, answer, reason) => {
    receiver.answerWith(answer);
    expect(await verifier.verify(named)).toEqual({ kind: 'unreachable', reason });
  });

  it('without a server is unreachable', async () => {
    const lonely = verifierAt(`http://127.0.0.1:${await closedPort()}`);
    expect(await lonely.verify(named)).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
  });
});
