import { createHmac, randomBytes } from 'node:crypto';

/** The delivery of one event to one address; `status` is null when no response came. */
export interface Delivery {
  readonly url: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number | null;
}

export interface Events {
  /** Signs and sends an event. A failed delivery is recorded and not repeated. */
  send(key: string, data: object, endpoints: readonly string[]): void;
  readonly deliveries: readonly Delivery[];
  /** Resolves when no delivery is in flight. */
  settle(): Promise<void>;
}

const TIMEOUT_MS = 5_000;

/** Signs with every secret, as during a rotation. Secrets are base64. */
export function createEvents(options: {
  readonly secrets: () => readonly string[];
  readonly livemode: boolean;
  readonly now: () => number;
}): Events {
  const deliveries: Delivery[] = [];
  const inFlight = new Set<Promise<void>>();

  async function deliver(url: string, key: string, body: string): Promise<void> {
    const timestamp = String(Math.floor(options.now() / 1000));
    const signatures = options
      .secrets()
      .map((secret) =>
        createHmac('sha256', Buffer.from(secret, 'base64'))
          .update(`${timestamp}.${body}`)
          .digest('hex'),
      );
    const headers = {
      'content-type': 'application/json',
      'omise-signature': signatures.join(','),
      'omise-signature-timestamp': timestamp,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const status = await fetch(url, { method: 'POST', headers, body, signal }).then(
      (response) => response.status,
      () => null,
    );
    deliveries.push({ url, key, headers, body, status });
  }

  return {
    deliveries,
    send(key, data, endpoints) {
      const body = JSON.stringify({
        object: 'event',
        id: `evnt_test_${randomBytes(10).toString('hex').slice(0, 19)}`,
        livemode: options.livemode,
        key,
        data,
        webhook_deliveries: [],
        created_at: new Date(options.now()).toISOString(),
      });
      for (const url of endpoints) {
        const delivery = deliver(url, key, body);
        inFlight.add(delivery);
        void delivery.finally(() => inFlight.delete(delivery));
      }
    },
    async settle() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
