import type { Deposit, Saphan } from '../../client/src';
import { hearEvents } from './hear-events';
import { readUntil } from './read-until';
import type { Scene } from './scene';
import { baht } from './teller';

/** A customer pays from the page that the deposit names, and hands in the slip. */
export async function deposit(scene: Scene): Promise<void> {
  const { saphan, customer, tell } = scene;
  tell.show('\nA deposit');
  const before = await saphan.readBalance();
  tell.step(`read the balance: ${baht(before.available)} available`);
  const { data } = await saphan.createDeposit({
    amount: 250.5,
    userName: 'demo',
    firstName: 'SANDBOX',
    lastName: 'PAYER',
    bankName: 'KBANK',
    accountNumber: '0000000000',
  });
  const { orderId, ref, url } = data;
  tell.step(`created a deposit of ${baht(250.5)}; its page is ${url}`);

  const qrData = await customer.scan(`${url}/qr-code.png`);
  tell.step('scanned the QR code on the page');
  const bankPaymentId = await customer.pay(qrData);
  tell.step('paid it at the sandbox bank');
  const slip = await customer.takeSlip(bankPaymentId);
  await saphan.uploadSlip({ orderId, ref, base64Image: slip.toString('base64') });
  tell.step(`handed in the bank's slip, a picture of ${Math.ceil(slip.length / 1024)} KB`);
  const read = await verifiedSlip(saphan, orderId);
  const transfer = `transfer ${read.trans_ref ?? ''} of bank ${read.sending_bank ?? ''}`;
  tell.step(`the slip is ${read.status} and ${read.verification ?? ''}: ${transfer}`);

  const told = await hearEvents(scene, orderId, 'payment.succeeded');
  tell.note(`what was paid is a ${told.data.kind} of ${baht(told.data.amount)}`);
  const after = await saphan.readBalance();
  tell.step(`read the balance: ${baht(after.available)} available`);
}

/** The one slip of the deposit, when it has been read and the bank was asked about it. */
async function verifiedSlip(saphan: Saphan, orderId: string): Promise<Deposit['slips'][number]> {
  const { slips } = await readUntil(
    () => saphan.readDeposit(orderId),
    (read) => read.slips[0]?.verification === 'verified',
  );
  const [slip] = slips;
  if (slip === undefined) throw new Error('The deposit has lost its slip.');
  return slip;
}
