import type { Mailer, OutgoingMail } from '../../src/platform/mail/mailer';

/** A mailer that keeps what it sends. */
export function testMailer() {
  const mails: OutgoingMail[] = [];
  const mailer: Mailer = {
    send: (mail) => {
      mails.push(mail);
      return Promise.resolve('sent');
    },
    close: () => Promise.resolve(),
  };
  return { mailer, mails };
}
