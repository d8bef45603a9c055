import { requestPasswordReset } from '../../src/people/reset-password';
import { signUp } from '../../src/merchants/team/invite';
import type { OutgoingMail } from '../../src/platform/mail/mailer';
import { createSmtpMailer } from '../../src/platform/mail/smtp';
import { startSmtpServer } from '../platform/mail/smtp-server';
import { testConfig, testDeps } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startRunning } from '../support/running';
import { until } from '../support/until';

const request = {
  merchantName: 'Shop',
  email: 'somchai@example.com',
  language: 'en',
  address: null,
} as const;

const ended = async (knex: Awaited<ReturnType<typeof startRunning>>['knex']) =>
  until(() => knex('mails').whereNotNull('ended_at').first<{ id: string; outcome: string }>(), {
    describe: 'the mail has ended',
  });

test('a mail is sent with its link', async () => {
  const { url, received } = await startSmtpServer();
  const mailer = createSmtpMailer({ url, from: 'Saphan <no-reply@example.com>' });
  const { deps, knex, client, closed } = await startRunning(testConfig(), { mailer });
  await signUp(deps, request);
  const mail = await ended(knex);
  expect(mail.outcome).toBe('sent');
  expect(received).toHaveLength(1);
  expect(received[0]?.replaceAll('=\n', '')).toContain('/dashboard/join/');
  await closed(mail.id);
  await saveHistory(client, mail.id, 'mail-sent');
  await mailer.close();
});

test('a mail is sent once after an outage of the mail server', async () => {
  const tries: OutgoingMail[] = [];
  const mailer = {
    send: (message: OutgoingMail) => {
      tries.push(message);
      return tries.length < 3
        ? Promise.reject(new Error('away'))
        : Promise.resolve('sent' as const);
    },
    close: () => Promise.resolve(),
  };
  const { deps, knex } = await startRunning(testConfig(), { mailer });
  await signUp(deps, request);
  expect(await ended(knex)).toMatchObject({ outcome: 'sent' });
  expect(tries).toHaveLength(3);
});

test('the death of a process after the commit loses no mail', async () => {
  const sent: OutgoingMail[] = [];
  const mailer = {
    send: (message: OutgoingMail) => {
      sent.push(message);
      return Promise.resolve('sent' as const);
    },
    close: () => Promise.resolve(),
  };
  const { deps, knex } = await startRunning(testConfig(), { mailer });
  // Dispatches nothing, like a process that dies after the commit.
  const dying = testDeps(knex, deps.config);
  await requestPasswordReset(dying, request);
  await signUp(dying, request);
  await until(async () => (await knex('mails').whereNull('ended_at')).length === 0, {
    describe: 'every mail has ended',
  });
  expect(sent.map(({ to }) => to)).toEqual([request.email]);
});
