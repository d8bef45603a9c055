import { mailMembers } from '../../src/notifications/mail-members';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { Merchant } from '../../src/kernel/merchants/store';
import { withoutTriggers } from '../support/database';
import { testCallback, testPayment, testSent } from '../support/gateway';
import { testPaidPayment, testRefund } from '../support/refunds';
import { startDashboard, type Dashboard, type Member } from '../pages/dashboard/dashboard';

const times: Readonly<Record<string, readonly string[]>> = {
  exceptions: ['opened_at', 'resolved_at'],
  member_mail_rounds: ['since'],
  member_mails: ['until_at', 'mailed_at', 'next_at'],
  memberships: ['created_at'],
  resolutions: ['at'],
  status_changes: ['at'],
  transfers: ['created_at', 'effective_at'],
  webhooks: ['failing_since'],
};

/** A dashboard whose clock a test moves, with what members get mails about. */
export async function startTeam() {
  const dashboard = await startDashboard();
  const { deps } = dashboard;

  /** As if everything had happened so much earlier. */
  const pass = (interval: string): Promise<void> => {
    const shifts = Object.entries(times).map(([table, columns]) => {
      const set = columns.map((column) => `${column} = ${column} - interval '${interval}'`);
      return `update ${table} set ${set.join(', ')};`;
    });
    return withoutTriggers(deps.db, `do $$ begin ${shifts.join('\n')} end $$`);
  };

  /** A round of housekeeping after so much time. Returns the mails. */
  async function mailsAfter(interval = '2 seconds') {
    await pass(interval);
    await mailMembers(deps, 50);
    return dashboard.deliverMail();
  }

  /** Opens an exception about a new payment; returns the ids of both. */
  async function openException(merchant: Merchant = dashboard.merchant) {
    const orderId = await testPayment(deps, merchant);
    for (const time of ['first', 'second']) {
      const transactionId = `${time} ${orderId}`;
      await testCallback(deps, orderId, { reported: 'succeeded', transactionId });
      await applyPending(deps.db, orderId);
    }
    const { id } = await deps.db('exceptions').where('order_id', orderId).first('id');
    return { orderId, exceptionId: id as string };
  }

  async function failRefund(merchant: Merchant = dashboard.merchant): Promise<string> {
    const paymentId = await testPaidPayment(deps, merchant);
    const id = await testRefund(deps, merchant, { paymentId });
    await testSent(deps.db, id);
    await testCallback(deps, id, { reported: 'failed' });
    await applyPending(deps.db, id);
    return id;
  }

  /** Moves the money of the merchant to the noon of yesterday in Bangkok. */
  const paidYesterday = (merchant: Merchant): Promise<void> =>
    withoutTriggers(
      deps.db,
      `update transfers set created_at = noon, effective_at = noon
       from (select (date_trunc('day', now() at time zone 'Asia/Bangkok') - interval '12 hours')
               at time zone 'Asia/Bangkok' as noon) as yesterday where merchant_id = ?`,
      [merchant.id],
    );

  const choose = (as: Member, ...kinds: readonly string[]) =>
    dashboard.post('/dashboard/settings/mails', { kinds }, { as });

  return { ...dashboard, pass, mailsAfter, openException, failRefund, paidYesterday, choose };
}

export type Team = Awaited<ReturnType<typeof startTeam>>;

/** Recipients, as a set. */
export const recipients = (mails: Awaited<ReturnType<Dashboard['deliverMail']>>): string[] =>
  mails.map(({ to }) => to).toSorted();
