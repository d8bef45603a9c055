import { receiveEvents } from './receive-events';
import type { Demo } from './demo';
import { baht } from './output';

/** The satang of the amount select the sandbox bank's scenario. */
const SUCCEEDS = 100.01;
const FAILS = 100.02;

/** A payout that succeeds, and one that fails and is credited back. */
export async function withdraw(demo: Demo): Promise<void> {
  const { saphan, output } = demo;
  output.show('\nA withdrawal');
  await receiveEvents(demo, await request(demo, SUCCEEDS), 'withdrawal.succeeded');
  await printBalance(demo);

  output.show('\nA withdrawal that fails');
  const orderId = await request(demo, FAILS);
  const { data } = await receiveEvents(demo, orderId, 'withdrawal.failed');
  output.note(`reason: ${data.failure?.message ?? ''}`);
  const { entries } = await saphan.listBalanceEntries({ limit: 10 });
  const moved = entries.filter((entry) => entry.order_id === orderId).toReversed();
  const lines = moved.map(({ type, available }) => `${type} ${baht(available)}`);
  output.step(`read its ledger entries: ${lines.join(', ')}`);
  await printBalance(demo);
}

/** Requests a payout. Returns its id. */
async function request({ saphan, output }: Demo, amount: number): Promise<string> {
  const { orderId } = await saphan.createWithdrawal({
    amount,
    username: 'demo',
    bankName: 'KBANK',
    accountNumber: '0000000000',
    firstNameTH: 'ทดสอบ',
    lastNameTH: 'ระบบ',
  });
  output.step(`requested a payout of ${baht(amount)} (${orderId})`);
  return orderId;
}

async function printBalance({ saphan, output }: Demo): Promise<void> {
  const { available, held } = await saphan.readBalance();
  output.step(`read the balance: ${baht(available)} available, ${baht(held)} held`);
}
