import { closeAfterFile } from '../../support/close-after-file';
import { createSmtpMailer } from '../../../src/platform/mail/smtp';
import { startSmtpServer } from './smtp-server';

const message = { to: 'somchai@example.com', subject: 'เปิดร้าน', text: 'Hello.\n\nLink\n' };

async function mailerTo(answer?: string) {
  const { url, received } = await startSmtpServer(answer === undefined ? undefined : () => answer);
  const mailer = createSmtpMailer({ url, from: 'Saphan <no-reply@example.com>' });
  closeAfterFile(() => mailer.close());
  return { mailer, received };
}

test('a mail arrives with its recipient, subject and text', async () => {
  const { mailer, received } = await mailerTo();
  expect(await mailer.send(message)).toBe('sent');
  const [mail = ''] = received;
  expect(mail).toContain('From: Saphan <no-reply@example.com>');
  expect(mail).toContain('To: somchai@example.com');
  expect(mail).toContain('Hello.');
  expect(mail).toContain(Buffer.from('เปิดร้าน').toString('base64'));
});

test('a permanently rejected address is a refusal', async () => {
  const { mailer } = await mailerTo('550 no such user');
  expect(await mailer.send(message)).toBe('refused');
});

test.each(['450 try later', '421 busy', '530 sign in first'])(
  'a server that answers %s is a temporary failure',
  async (answer) => {
    const { mailer } = await mailerTo(answer);
    await expect(mailer.send(message)).rejects.toThrow();
  },
);

test('an unreachable server is a temporary failure', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' });
  await expect(mailer.send(message)).rejects.toThrow();
  await mailer.close();
});

test('a mail that can be turned off names its link in the headers of RFC 8058', async () => {
  const { mailer, received } = await mailerTo();
  const unsubscribeUrl = 'https://pay.example.com/dashboard/unsubscribe/abc?lang=en';
  await mailer.send({ ...message, unsubscribeUrl });
  const unfolded = received[0]?.replaceAll('\n ', ' ');
  expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});
