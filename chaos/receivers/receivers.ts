import { setTimeout as pause } from 'node:timers/promises';
import { eventNames, type EventName } from '../../src/kernel/events/rules/events';
import type { Merchants } from '../installation/merchants';
import { requestWithRetry } from '../load/http';
import type { MerchantName } from '../plan/operation';
import type { UnsteadyReceiver } from '../plan/plan-faults';
import { randomFrom } from '../random';
import type { Recovery } from '../recovery';
import { Receiver, type Mood } from './receiver';

/** The events of terminal statuses. */
const ends: readonly EventName[] = eventNames.filter((name) =>
  /\.(succeeded|failed|expired|completed)$/.test(name),
);

interface Subscription {
  readonly merchant: MerchantName;
  readonly events: readonly EventName[];
  /** The share of random failures. */
  readonly failureShare: number;
}

/** `steady` and `small` never fail: they measure the latency of events. */
const subscriptions = {
  steady: { merchant: 'rich', events: eventNames, failureShare: 0 },
  small: { merchant: 'modest', events: eventNames, failureShare: 0 },
  moody: { merchant: 'rich', events: ends, failureShare: 0.04 },
  frail: { merchant: 'rich', events: ends, failureShare: 0.1 },
} as const satisfies Readonly<Record<string, Subscription>>;

/** A registered webhook and its receiver. */
export interface Subscriber {
  readonly name: string;
  readonly webhookId: string;
  readonly merchantId: string;
  readonly events: readonly string[];
  readonly receiver: Receiver;
}

/** All receivers of a run. */
export class Receivers {
  private constructor(readonly subscribers: readonly Subscriber[]) {}

  static async open(
    { apiUrl, merchants }: { readonly apiUrl: string; readonly merchants: Merchants },
    seed: number,
    recovery: Recovery,
  ): Promise<Receivers> {
    const subscribers: Subscriber[] = [];
    for (const [name, { merchant, events, failureShare }] of Object.entries(subscriptions)) {
      const receiver = new Receiver({
        random: randomFrom(seed + subscribers.length),
        failureShare,
        received({ body, atMs }) {
          if (failureShare > 0) return;
          const { timestamp } = JSON.parse(body) as { readonly timestamp: string };
          recovery.succeeded('webhook', Date.parse(timestamp), atMs);
        },
      });
      await receiver.open();
      const { apiKey, merchantId } = merchants[merchant];
      const call = { url: `${apiUrl}/Thai/v1/webhooks`, key: apiKey };
      const answer = await requestWithRetry({ ...call, body: { url: receiver.url, events } });
      if (answer.status !== 200) throw new Error(`webhook registration: ${answer.body}`);
      const made = JSON.parse(answer.body) as { webhook_id: string; secret: string };
      receiver.setSecret(made.secret);
      subscribers.push({ name, webhookId: made.webhook_id, merchantId, events, receiver });
    }
    return new Receivers(subscribers);
  }

  /** Sets a mood for `forMs`. Resolves when the receiver is healthy again. */
  async setMood(name: UnsteadyReceiver, mood: Mood, forMs: number): Promise<void> {
    const receiver = this.subscribers.find((each) => each.name === name)?.receiver;
    if (receiver === undefined) throw new Error(`no receiver ${name}`);
    await receiver.setMood(mood);
    await pause(forMs);
    await receiver.setMood('well');
  }

  async endFailures(): Promise<void> {
    await Promise.all(this.subscribers.map(({ receiver }) => receiver.endFailures()));
  }

  async close(): Promise<void> {
    await Promise.all(this.subscribers.map(({ receiver }) => receiver.close()));
  }
}
