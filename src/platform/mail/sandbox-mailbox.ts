import type { Mailer } from './mailer';

const TIMEOUT_MS = 5_000;

/** Calls `POST /mail` of the sandbox bank with the provider's key. The bank shows the mails. */
export function createSandboxMailbox({
  url,
  key,
}: {
  readonly url: string;
  readonly key: string;
}): Mailer {
  return {
    async send(mail) {
      const answer = await fetch(`${url}/mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(mail),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      if (answer.status === 400) return 'refused';
      if (!answer.ok) throw new Error(`The sandbox bank answered HTTP ${answer.status}.`);
      return 'sent';
    },
    close: () => Promise.resolve(),
  };
}
