import { Receiver, type Mood } from '../../chaos/receivers/receiver';
import { signatureHeaders } from '../../src/webhooks/sending/sign';
import { closeAfterFile } from '../support/close-after-file';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const body = '{"id":"evt_1"}';

async function openReceiver(): Promise<Receiver> {
  const receiver = new Receiver({ random: () => 0.5, failureShare: 0, received: () => undefined });
  await receiver.open();
  closeAfterFile(() => receiver.close());
  receiver.setSecret(secret);
  return receiver;
}

/** Times out soon for a receiver that hangs, and late for one that is only slow. */
async function deliver(
  receiver: Receiver,
  { signedWith = secret, mood }: { signedWith?: string; mood?: Mood } = {},
): Promise<number | string> {
  const headers = signatureHeaders({
    id: 'evt_1',
    atMs: Date.now(),
    body,
    secrets: [signedWith],
  });
  const signal = AbortSignal.timeout(mood === 'hanging' ? 300 : 60_000);
  try {
    return (await fetch(receiver.url, { method: 'POST', headers, body, signal })).status;
  } catch (error) {
    return (error as Error).name;
  }
}

describe('receiver', () => {
  it('records signed events by id', async () => {
    const receiver = await openReceiver();
    expect(await deliver(receiver)).toBe(200);
    expect(receiver.receipts).toMatchObject([{ eventId: 'evt_1', body }]);
    expect(receiver.unsigned).toEqual([]);
  });

  it('records events with an invalid signature separately', async () => {
    const receiver = await openReceiver();
    await deliver(receiver, { signedWith: `whsec_${Buffer.alloc(32, 2).toString('base64')}` });
    expect(receiver.receipts).toEqual([]);
    expect(receiver.unsigned).toEqual(['evt_1']);
  });

  it.each<[Mood, number | string]>([
    ['failing', 500],
    ['hanging', 'TimeoutError'],
    ['resetting', 'TypeError'],
    ['down', 'TypeError'],
  ])(
    'records nothing while it is %s, and records again when it is healthy',
    async (mood, answer) => {
      const receiver = await openReceiver();
      await receiver.setMood(mood);
      expect(await deliver(receiver, { mood })).toBe(answer);
      expect(receiver.receipts).toEqual([]);
      await receiver.endFailures();
      expect(await deliver(receiver)).toBe(200);
    },
  );
});
