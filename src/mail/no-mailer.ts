import type { Logger } from '../lib/log';
import type { Mailer } from './mailer';

/** Where no server is configured: nothing is sent, and the log says why. */
export const createNoMailer = (log: Logger): Mailer => ({
  send() {
    log.error('SMTP_URL is not set: email not sent');
    return Promise.resolve('refused');
  },
  close: () => Promise.resolve(),
});
