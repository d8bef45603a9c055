import { setTimeout as pause } from 'node:timers/promises';
import { findViolations } from '../../src/db/invariants';
import { startReceiver } from '../support/receiver';
import type { Receiver } from '../support/receiver';
import { until } from '../support/until';
import { partNames, startInstallation } from './installation';
import type { PartName } from './installation';

/** Each brings two events, and each event two deliveries. */
const PAYMENTS = 110;
const SELLERS = 4;
const KILLS = 10;

/** The same again with SAPHAN_CHAOS_SEED, as far as the machine's own timing lets it be. */
const seed = Number(process.env['SAPHAN_CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32: small, and good enough to choose victims. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** Asks until it is answered as it should be, as a merchant's and a provider's programs do. */
async function insist(url: string, key: string, body: object, more: object = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
  let last: unknown;
  const answer = await until(
    async () => {
      try {
        const signal = AbortSignal.timeout(10_000);
        const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
        const response = await fetch(url, init);
        const text = await response.text();
        last = `${response.status} ${text}`;
        return response.ok ? (JSON.parse(text) as object) : null;
      } catch (error) {
        last = String(error);
        return null;
      }
    },
    { describe: () => ({ url, last }), timeoutMs: 90_000, everyMs: 200 },
  );
  return answer;
}

/** Sells and is paid, payment after payment, whatever is killed meanwhile. */
async function trade(installation: Installation, numbers: number[]): Promise<void> {
  const { apiUrl, apiKey, providerKey } = installation;
  for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
    const request = { amount: 100, currency: 'THB' };
    const once = { 'idempotency-key': `sale-${seed}-${number}` };
    const sold = await insist(`${apiUrl}/Thai/v1/qr-codes`, apiKey, request, once);
    const orderId = (sold as { readonly payment_id: string }).payment_id;
    const paid = { orderId, status: 'success', transactionId: `T-${number}` };
    await insist(`${apiUrl}/payment/gw/webhook`, providerKey, paid);
  }
}

/** Kills each process at least once, then whichever it hits, for as long as there is trade. */
async function killAtRandom(
  installation: Installation,
  random: () => number,
  toSell: readonly number[],
): Promise<PartName[]> {
  const anyOf = (names: readonly PartName[]): PartName =>
    names[Math.floor(random() * names.length)] ?? 'api';
  const left = new Set(partNames);
  const victims: PartName[] = [];
  for (let kills = 0; kills < KILLS; kills++) {
    const victim = anyOf(left.size > 0 ? [...left] : partNames);
    left.delete(victim);
    victims.push(victim);
    await until(() => toSell.length <= PAYMENTS * (1 - (kills + 1) / (KILLS + 1)), {
      describe: () => ({ kills, toSell: toSell.length }),
      timeoutMs: 120_000,
    });
    await pause(1_000 * random());
    await installation.kill(victim);
  }
  return victims;
}

/** What came, by its `webhook-id`. Throws when a body came under an id that is not its own. */
function heardBy({ requests }: Receiver): ReadonlySet<string> {
  const bodies = new Map<string, string>();
  for (const { headers, body } of requests) {
    const id = String(headers['webhook-id']);
    expect(JSON.parse(body)).toMatchObject({ id });
    expect(bodies.get(id) ?? body).toBe(body);
    bodies.set(id, body);
  }
  return new Set(bodies.keys());
}

/** Answers 500 or not at all to the first attempt at every fifth event or so. */
function failNowAndThen(receiver: Receiver, random: () => number): void {
  const seen = new Set<unknown>();
  receiver.answerWith(({ headers }, response) => {
    const id = headers['webhook-id'];
    const roll = seen.has(id) ? 1 : random();
    seen.add(id);
    if (roll < 0.1) response.destroy();
    else response.writeHead(roll < 0.2 ? 500 : 200).end();
  });
}

test('whatever is killed, every event reaches every webhook under its own id', async () => {
  process.stderr.write(`  chaos: SAPHAN_CHAOS_SEED=${seed}\n`);
  const random = randomFrom(seed);
  const installation = await startInstallation();
  const { db, apiUrl, apiKey } = installation;
  const [healthy, unsteady] = [await startReceiver(), await startReceiver()];
  for (const { url } of [healthy, unsteady]) {
    const events = ['payment.pending', 'payment.succeeded'];
    await insist(`${apiUrl}/Thai/v1/webhooks`, apiKey, { url, events });
  }
  failNowAndThen(unsteady, randomFrom(seed + 1));

  const numbers = Array.from({ length: PAYMENTS }, (_, index) => index);
  const selling = Array.from({ length: SELLERS }, () => trade(installation, numbers));
  const [victims] = await Promise.all([killAtRandom(installation, random, numbers), ...selling]);
  process.stderr.write(`  chaos: killed ${victims.join(', ')}\n`);
  await installation.whole();

  const undelivered = () => db('deliveries').whereNot('status', 'succeeded');
  await until(async () => (await undelivered()).length === 0, {
    describe: async () => ({ undelivered: await undelivered() }),
    timeoutMs: 180_000,
    everyMs: 250,
  });
  const events = await db('events').pluck<string[]>('id');
  expect(events).toHaveLength(2 * PAYMENTS);
  for (const receiver of [healthy, unsteady]) {
    const heard = heardBy(receiver);
    expect(events.filter((id) => !heard.has(id))).toEqual([]);
  }
  expect(await findViolations(db)).toEqual([]);
}, 400_000);
