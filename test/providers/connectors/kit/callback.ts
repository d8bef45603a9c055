import type { RawCallback } from '../../../../src/providers/connectors/connector';
import type { CallbackCase, Callbacks } from './subject';

/** A callback as the upstream sends it, signed with these secrets at this time. */
export function callbackOf(
  all: Callbacks<object>,
  { topic, json }: Pick<CallbackCase, 'topic' | 'json'>,
  {
    receivedAt,
    signedAt = receivedAt,
    secrets = [all.secret],
    text = JSON.stringify(json),
  }: {
    readonly receivedAt: Date;
    readonly signedAt?: Date;
    readonly secrets?: readonly string[];
    readonly text?: string;
  },
): RawCallback {
  const body = all.encode?.(text, secrets) ?? Buffer.from(text);
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const signed = all.sign(body, { secrets, at: signedAt });
  return { headers: { ...headers, ...signed }, body, topic, receivedAt };
}
