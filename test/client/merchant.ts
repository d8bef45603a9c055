import { Saphan, type SaphanOptions } from '../../client/src';
import { startApi } from '../http/api';
import { testMerchant } from '../support/gateway';
import { startReceiver, type Answer, type Receiver } from '../support/receiver';

/** Starts the API, and a client of a merchant with 1,000 baht. */
export async function startMerchant() {
  const api = await startApi();
  const { apiKey } = await testMerchant(api.deps.db, { openingSatang: 100_000 });
  const clientWith = (options: Partial<SaphanOptions> = {}) =>
    new Saphan({ apiKey, baseUrl: api.url, ...options });
  return { api, apiKey, clientWith, saphan: clientWith() };
}

/** A gateway that sends the given responses first, and then forwards to the API. */
export async function startFlaky(apiUrl: string, ...answers: readonly Answer[]): Promise<Receiver> {
  const flaky = await startReceiver();
  const [first, ...rest] = [...answers, forwardTo(apiUrl)];
  if (first !== undefined) flaky.answerWith(first, ...rest);
  return flaky;
}

/**
 * Forwards a request to the API. With `losesAnswer` it breaks the connection in place of the
 * response.
 */
export function forwardTo(apiUrl: string, { losesAnswer = false } = {}): Answer {
  return async ({ method, path, headers, body }, response) => {
    const names = ['authorization', 'content-type', 'idempotency-key'];
    const sent = names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []));
    const answer = await fetch(`${apiUrl}${path}`, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    if (losesAnswer) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  };
}

export const depositRequest = {
  amount: 250.5,
  userName: 'customer1',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  bankName: 'SCB',
  accountNumber: '123-4-56789-0',
};

export const withdrawalRequest = {
  amount: 100.01,
  username: 'customer1',
  bankName: 'KBANK',
  accountNumber: '1234567890',
  firstNameTH: 'สมชาย',
  lastNameTH: 'ใจดี',
};
