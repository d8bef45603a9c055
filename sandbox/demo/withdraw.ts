import { hearEvents } from './hear-events';
import type { Scene } from './scene';
import { baht } from './teller';

/** By its satang the sandbox bank knows what to do with a payout. */
const SUCCEEDS = 100.01;
const FAILS = 100.02;

/** A payout that reaches its account, and one that does not and whose money comes back. */
export async function withdraw(scene: Scene): Promise<void> {
  const { saphan, tell } = scene;
  tell.show('\nA withdrawal');
  await hearEvents(scene, await request(scene, SUCCEEDS), 'withdrawal.succeeded');
  await tellBalance(scene);

  tell.show('\nA withdrawal that fails');
  const orderId = await request(scene, FAILS);
  const { data } = await hearEvents(scene, orderId, 'withdrawal.failed');
  tell.note(`why: ${data.failure?.message ?? ''}`);
  const { entries } = await saphan.listBalanceEntries({ limit: 10 });
  const moved = entries.filter((entry) => entry.order_id === orderId).toReversed();
  const lines = moved.map(({ type, available }) => `${type} ${baht(available)}`);
  tell.step(`the ledger says of it: ${lines.join(', ')}`);
  await tellBalance(scene);
}

/** Asks for a payout. Its id. */
async function request({ saphan, tell }: Scene, amount: number): Promise<string> {
  const { orderId } = await saphan.createWithdrawal({
    amount,
    username: 'demo',
    bankName: 'KBANK',
    accountNumber: '0000000000',
    firstNameTH: 'ทดสอบ',
    lastNameTH: 'ระบบ',
  });
  tell.step(`asked to pay out ${baht(amount)} (${orderId})`);
  return orderId;
}

async function tellBalance({ saphan, tell }: Scene): Promise<void> {
  const { available, held } = await saphan.readBalance();
  tell.step(`read the balance: ${baht(available)} available, ${baht(held)} held`);
}
