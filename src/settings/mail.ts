import { z } from 'zod';
import type { brand } from './brand';
import { bankUrlOf, isSandbox, type provider } from './provider';
import { setting, type ValuesOf } from './setting';

export const mail = {
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/ }).optional(), {
    description:
      '`smtps://user:password@host:465`. Without SMTP no sign-up, invitation or password link ' +
      'is sent; the sandbox bank keeps its own mail.',
    fallback: 'the sandbox mailbox',
    secret: true,
  }),
  MAIL_FROM: setting(z.string().trim().min(3).max(200).optional(), {
    description: 'Sender of the mails.',
    fallback: "the sandbox mailbox's",
  }),
};

/** SMTP if configured. Otherwise a sandbox uses its mailbox, and live mode sends no mail. */
export function mailOf(env: ValuesOf<typeof mail & typeof provider & typeof brand>) {
  const hasMailbox = isSandbox(env) && env.SMTP_URL === undefined;
  return {
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM ?? `${env.BRAND_NAME} <no-reply@localhost>`,
    /** The sandbox mailbox for browsers. Null with SMTP or in live mode. */
    mailboxUrl: hasMailbox ? bankUrlOf(env) : null,
  };
}
