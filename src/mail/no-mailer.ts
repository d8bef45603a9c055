import type { Logger } from '../lib/log';
import type { Mailer } from './mailer';

/** For a deployment without a mail server: sends nothing and logs it. */
export const createNoMailer = (log: Logger): Mailer => ({
  send() {
    log.error('SMTP_URL is not set: email not sent');
    return Promise.resolve('refused');
  },
  close: () => Promise.resolve(),
});
