import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { SaphanEvent } from './events';

/** The headers of a request, as `fetch` or Node represent them. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the signature of a webhook request and returns its event. `rawBody` must be the received
 * bytes: JSON that was parsed and serialized again does not verify. Throws WebhookVerificationError
 * when the request was not signed with this secret, or more than 5 minutes ago; TypeError without a
 * secret.
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): SaphanEvent {
  const webhook = new Webhook(signingKey(secret), { format: 'raw' });
  const timestamp = headerIn(headers, 'webhook-timestamp');
  const body = textOf(rawBody);
  const signed = {
    'webhook-id': headerIn(headers, 'webhook-id'),
    'webhook-timestamp': /^\d{1,12}$/.test(timestamp) ? timestamp : '',
    'webhook-signature': headerIn(headers, 'webhook-signature'),
  };
  webhook.verify(body, signed, { jsonParse: false });
  return eventIn(body);
}

/** Throws WebhookVerificationError for a body that is no JSON object. */
function eventIn(body: string): SaphanEvent {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    event = null;
  }
  if (typeof event === 'object' && event !== null) return event as SaphanEvent;
  throw new WebhookVerificationError('The body is not an event.');
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
function signingKey(secret: unknown): Uint8Array {
  // An empty key would verify what anyone can sign.
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError('secret must be the secret of the webhook: it is missing.');
  }
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

/** An empty string, which never verifies, when the header is missing or repeated. */
function headerIn(headers: WebhookHeaders, name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? '';
  const named = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const values: readonly unknown[] = named.flatMap(([, value]) => value ?? []);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : '';
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';
