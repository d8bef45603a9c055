import { withoutSecrets } from '../../platform/crypto/without-secrets';
import type { Recorder } from './http-client';

/** Removes secrets that a provider wants in the body, and repeats in its answer. */
export function redactExchanges(record: Recorder, secrets: readonly string[]): Recorder {
  const redact = withoutSecrets(secrets);
  return (exchange) => {
    const { requestBody, responseBody } = exchange;
    record({
      ...exchange,
      requestBody: requestBody === null ? null : redact(requestBody),
      responseBody:
        responseBody === null
          ? null
          : Buffer.from(redact(responseBody.toString('latin1')), 'latin1'),
    });
  };
}
