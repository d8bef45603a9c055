import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer';

const TIMEOUT_MS = 10_000;

/** `url`: `smtps://user:password@host:465`. */
export function createSmtpMailer({
  url,
  from,
}: {
  readonly url: string;
  readonly from: string;
}): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A mail contains text only: it never refers to a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          ...(unsubscribeUrl !== undefined && { headers: oneClick(unsubscribeUrl) }),
        });
        return 'sent';
      } catch (error) {
        if (isFinal(error)) return 'refused';
        throw error;
      }
    },
    close() {
      transport.close();
      return Promise.resolve();
    },
  };
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** SMTP codes from 550 concern this mail; lower ones the server or the gateway's use of it. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 550 && responseCode <= 559;
}
