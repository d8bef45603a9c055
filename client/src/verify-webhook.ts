import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { SaphanEvent } from './events';

/** The headers of a request, as `fetch` or Node represent them. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the signature of a webhook request and returns its event. `rawBody` must be the received
 * bytes: JSON that was parsed and serialized again does not verify. Throws WebhookVerificationError
 * when the request was not signed with this secret, or more than 5 minutes ago.
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): SaphanEvent {
  const webhook = new Webhook(signingKey(secret), { format: 'raw' });
  return webhook.verify(textOf(rawBody), {
    'webhook-id': headerIn(headers, 'webhook-id'),
    'webhook-timestamp': headerIn(headers, 'webhook-timestamp'),
    'webhook-signature': headerIn(headers, 'webhook-signature'),
  }) as SaphanEvent;
}

/** A request that a test sends to a receiver of webhooks. */
export interface SignedEvent {
  readonly headers: Readonly<
    Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  >;
  readonly body: string;
}

/** Signs an event as the gateway does, to test a receiver. `at` is the time of the signature. */
export function signTestEvent(secret: string, event: SaphanEvent, at = new Date()): SignedEvent {
  const body = JSON.stringify(event);
  const webhook = new Webhook(signingKey(secret), { format: 'raw' });
  return {
    headers: {
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign(event.id, at, body),
    },
    body,
  };
}

const prefix = 'whsec_';
const keyBytesMin = 24;
const keyBytesMax = 64;

/**
 * A secret of `whsec_` and the base64 of 24 to 64 bytes stands for those bytes. Any other secret
 * was chosen by the merchant and stands for its UTF-8 bytes.
 */
function signingKey(secret: string): Uint8Array {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  const bytes = bytesOf(encoded);
  const isKey = bytes !== null && bytes.length >= keyBytesMin && bytes.length <= keyBytesMax;
  return isKey ? bytes : new TextEncoder().encode(secret);
}

/** Null for text that is not canonical base64. */
function bytesOf(base64: string): Uint8Array | null {
  try {
    const binary = atob(base64);
    if (btoa(binary) !== base64) return null;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function textOf(rawBody: string | Uint8Array): string {
  if (typeof rawBody === 'string') return rawBody;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
  } catch {
    throw new WebhookVerificationError('The body is not UTF-8.');
  }
}

/** An empty string, which never verifies, when the header is missing. */
function headerIn(headers: WebhookHeaders, name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : '';
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';
