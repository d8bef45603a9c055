import { createHousekeeping } from '../../activities/housekeeping';
import { insertMembership } from '../../src/people/store/memberships';
import { insertUser } from '../../src/people/store/people';
import { newId } from '../../src/platform/new-id';
import { testConfig, testDeps, testMerchant } from '../support/gateway';
import { testMailer } from '../support/mailer';
import { testPaidPayment } from '../support/refunds';
import { startRunning } from '../support/running';
import { until } from '../support/until';

test('a process that dies after the commit has the mail sent by another one', async () => {
  const { mailer, mails: sent } = testMailer();
  const { deps, knex } = await startRunning(testConfig(), { mailer });
  const { merchant } = await testMerchant(knex);
  const id = newId('usr_');
  const user = { id, email: 'ploy@example.com', name: 'Ploy', language: 'th' } as const;
  await knex.transaction(async (trx) => {
    await insertUser(trx, deps.vault, { ...user, passwordHash: '' });
    await insertMembership(trx, merchant.id, id, 'owner');
  });
  const ago = (interval: string) => knex.raw(`now() - interval '${interval}'`);
  await knex('memberships').update({ created_at: ago('1 hour') });
  await knex('member_mail_rounds').update({ since: ago('1 hour') });
  const orderId = await testPaidPayment(deps, merchant);
  const opened = { kind: 'conflict', merchant_id: merchant.id, order_id: orderId };
  await knex('exceptions').insert({ id: newId('exc_'), ...opened, opened_at: ago('1 minute') });
  // Dispatches nothing.
  const dying = { ...deps, ...testDeps(knex, deps.config) };
  const { noticeExpiringKeys } = createHousekeeping(dying);
  await noticeExpiringKeys();
  await noticeExpiringKeys();
  const ended = () => knex('mails').whereNotNull('ended_at').first<{ outcome: string }>('outcome');
  expect(await until(ended, { describe: 'the mail has ended' })).toEqual({ outcome: 'sent' });
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, `รายการของ ${merchant.name} ที่อยู่ระหว่างตรวจสอบ`],
  ]);
  expect(sent[0]?.unsubscribeUrl).toMatch(/\/dashboard\/unsubscribe\/[0-9a-z]{26}\?lang=th$/);
});
