import type { Logger } from '../observe/log';
import type { Mailer } from './mailer';

/** For an installation without a mail server: logs instead of sending. */
export const createNoMailer = (log: Logger): Mailer => ({
  send() {
    log.error('SMTP_URL is not set: email not sent');
    return Promise.resolve('refused');
  },
  close: () => Promise.resolve(),
});
