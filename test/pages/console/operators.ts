import { beginSession } from '../../../src/people/sessions';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { openUnknownOutcome } from '../../../src/exceptions/store/exceptions';
import { insertOperator } from '../../../src/people/store/people';
import type { OperatorRole } from '../../../src/people/rules/operator';
import { formTokenOf, maskFormToken } from '../../../src/http/session-cookie';
import { newId } from '../../../src/platform/new-id';
import {
  testCallback,
  testDeposit,
  testPayment,
  testSent,
  testWithdrawal,
} from '../../support/gateway';
import { billAccount, putOnAccount } from '../../support/provider-accounts';
import { testPaidPayment, testRefund } from '../../support/refunds';
import { hashOfPassword, type Dashboard, type BrowserSession } from '../dashboard/dashboard';

export interface TestOperator extends BrowserSession {
  readonly id: string;
  readonly email: string;
}

/** An operator with a session of the console. */
export async function testOperator(
  { deps }: Pick<Dashboard, 'deps'>,
  role: OperatorRole,
): Promise<TestOperator> {
  const id = newId('opr_');
  const email = `${id}@example.com`;
  const passwordHash = await hashOfPassword(deps);
  const operator = { id, email, name: `Test ${role}`, role, language: 'en', passwordHash } as const;
  const token = await deps.db.transaction(async (trx) => {
    await insertOperator(trx, deps.vault, operator);
    const seat = { realm: 'operator', personId: id, merchantId: null } as const;
    return beginSession(deps, trx, seat, { address: '127.0.0.1', agent: null });
  });
  return {
    id,
    email,
    token,
    formToken: maskFormToken(formTokenOf(token)),
    cookie: 'saphan-console',
  };
}

/** A callback's body with an account number, which pages must mask. */
const body = (orderId: string, amount: number) =>
  JSON.stringify({
    orderId,
    status: 'success',
    amount,
    transactionId: `TX-${orderId}`,
    payer: { bankName: 'KBANK', accountNumber: '1234567890', accountName: 'สมชาย ใจดี' },
  });

const exceptionOf = async ({ deps }: Pick<Dashboard, 'deps'>, orderId: string): Promise<string> => {
  const [id] = await deps.db('exceptions').where('order_id', orderId).orderBy('id').pluck('id');
  if (id === undefined) throw new Error(`no exception of ${orderId}`);
  return id as string;
};

/** A deposit of 100 baht that received 105: 5 baht are in suspense. */
export async function excessDeposit(dashboard: Pick<Dashboard, 'deps' | 'merchant'>) {
  const { deps, merchant } = dashboard;
  const { orderId } = await testDeposit(deps, merchant);
  await testCallback(deps, orderId, {
    reported: 'succeeded',
    amountSatang: 10_500,
    transactionId: `TX-${orderId}`,
    bodySealed: deps.vault.seal(body(orderId, 105), 'callbacks.body'),
  });
  await applyPending(deps.db, orderId);
  return { orderId, exceptionId: await exceptionOf(dashboard, orderId) };
}

/** A payment with a callback of failure after one of success. */
export async function conflictingPayment(dashboard: Pick<Dashboard, 'deps' | 'merchant'>) {
  const { deps, merchant } = dashboard;
  const orderId = await testPayment(deps, merchant, { reference: newId('ref-') });
  for (const reported of ['succeeded', 'failed'] as const) {
    await testCallback(deps, orderId, { reported, transactionId: newId('TX') });
    await applyPending(deps.db, orderId);
  }
  return { orderId, exceptionId: await exceptionOf(dashboard, orderId) };
}

/** A withdrawal of 100 baht with an unknown outcome. */
export async function unknownPayout(dashboard: Pick<Dashboard, 'deps' | 'merchant'>) {
  const { deps, merchant } = dashboard;
  const orderId = await testWithdrawal(deps, merchant);
  await deps.db.transaction((trx) => testSent(trx, orderId));
  await openUnknownOutcome(deps.db, newId('exc_'), orderId);
  return { orderId, exceptionId: await exceptionOf(dashboard, orderId) };
}

/** A manual refund of 100 baht; returns its id. */
export async function manualRefund({ deps, merchant }: Pick<Dashboard, 'deps' | 'merchant'>) {
  const paymentId = await testPaidPayment(deps, merchant);
  await putOnAccount(deps, paymentId, await billAccount(deps));
  const destination = {
    bankCode: '004',
    bankName: 'KBANK',
    accountNumber: '9876543210',
    accountName: 'สมหญิง ผู้จ่าย',
  };
  return testRefund(deps, merchant, { paymentId, destination });
}
