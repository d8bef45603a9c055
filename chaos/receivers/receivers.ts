import { setTimeout as pause } from 'node:timers/promises';
import { eventNames } from '../../src/domain/events';
import type { EventName } from '../../src/domain/events';
import type { Shops } from '../installation/shops';
import { insist } from '../load/wire';
import type { ShopName } from '../plan/operation';
import type { UnsteadyReceiver } from '../plan/plan-faults';
import { randomFrom } from '../random';
import type { Recovery } from '../recovery';
import { Receiver } from './receiver';
import type { Mood } from './receiver';

/** What the end of an order is told by. */
const ends: readonly EventName[] = eventNames.filter((name) =>
  /\.(succeeded|failed|expired|completed)$/.test(name),
);

interface Subscription {
  readonly shop: ShopName;
  readonly events: readonly EventName[];
  /** How often it fails though nobody has turned its mood. */
  readonly slips: number;
}

/** The steady ones are always well: by them it is measured how late an event can come. */
const subscriptions = {
  steady: { shop: 'rich', events: eventNames, slips: 0 },
  small: { shop: 'modest', events: eventNames, slips: 0 },
  moody: { shop: 'rich', events: ends, slips: 0.04 },
  frail: { shop: 'rich', events: ends, slips: 0.1 },
} as const satisfies Readonly<Record<string, Subscription>>;

/** A webhook that has been made, and who hears it. */
export interface Subscriber {
  readonly name: string;
  readonly webhookId: string;
  readonly merchantId: string;
  readonly events: readonly string[];
  readonly receiver: Receiver;
}

/** Everybody who hears of events. */
export class Receivers {
  private constructor(readonly subscribers: readonly Subscriber[]) {}

  static async open(
    { apiUrl, shops }: { readonly apiUrl: string; readonly shops: Shops },
    seed: number,
    recovery: Recovery,
  ): Promise<Receivers> {
    const subscribers: Subscriber[] = [];
    for (const [name, { shop, events, slips }] of Object.entries(subscriptions)) {
      const receiver = new Receiver({
        random: randomFrom(seed + subscribers.length),
        slips,
        heard({ body, atMs }) {
          if (slips > 0) return;
          const { timestamp } = JSON.parse(body) as { readonly timestamp: string };
          recovery.succeeded('webhook', Date.parse(timestamp), atMs);
        },
      });
      await receiver.open();
      const { apiKey, merchantId } = shops[shop];
      const call = { url: `${apiUrl}/Thai/v1/webhooks`, key: apiKey };
      const answer = await insist({ ...call, body: { url: receiver.url, events } });
      if (answer.status !== 200) throw new Error(`a webhook was answered ${answer.body}`);
      const made = JSON.parse(answer.body) as { webhook_id: string; secret: string };
      receiver.trust(made.secret);
      subscribers.push({ name, webhookId: made.webhook_id, merchantId, events, receiver });
    }
    return new Receivers(subscribers);
  }

  /** Has one fail in a way for a while. Resolves when it is well again. */
  async turn(name: UnsteadyReceiver, mood: Mood, forMs: number): Promise<void> {
    const receiver = this.subscribers.find((each) => each.name === name)?.receiver;
    if (receiver === undefined) throw new Error(`there is no receiver ${name}`);
    await receiver.turn(mood);
    await pause(forMs);
    await receiver.turn('well');
  }

  /** From now on nobody fails any more. */
  async calm(): Promise<void> {
    await Promise.all(this.subscribers.map(({ receiver }) => receiver.calm()));
  }

  async close(): Promise<void> {
    await Promise.all(this.subscribers.map(({ receiver }) => receiver.close()));
  }
}
