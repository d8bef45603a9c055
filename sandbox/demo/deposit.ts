import type { Deposit, Saphan } from '../../client/src';
import { receiveEvents } from './receive-events';
import { readUntil } from './read-until';
import type { Demo } from './demo';
import { baht } from './output';

/** A customer pays a deposit from its page and uploads the slip. */
export async function deposit(demo: Demo): Promise<void> {
  const { saphan, customer, output } = demo;
  output.show('\nA deposit');
  const before = await saphan.readBalance();
  output.step(`read the balance: ${baht(before.available)} available`);
  const { data } = await saphan.createDeposit({
    amount: 250.5,
    userName: 'demo',
    firstName: 'SANDBOX',
    lastName: 'PAYER',
    bankName: 'KBANK',
    accountNumber: '0000000000',
  });
  const { orderId, ref, url } = data;
  output.step(`created a deposit of ${baht(250.5)}; its page is ${url}`);

  const qrData = await customer.scan(`${url}/qr-code.png`);
  output.step('scanned the QR code on the page');
  const bankPaymentId = await customer.pay(qrData);
  output.step('paid it at the sandbox bank');
  const slip = await customer.downloadSlip(bankPaymentId);
  await saphan.uploadSlip({ orderId, ref, base64Image: slip.toString('base64') });
  output.step(`uploaded the slip of the bank, a picture of ${Math.ceil(slip.length / 1024)} KB`);
  const read = await verifiedSlip(saphan, orderId);
  const transfer = `transfer ${read.trans_ref ?? ''} of bank ${read.sending_bank ?? ''}`;
  output.step(`the slip is ${read.status} and ${read.verification ?? ''}: ${transfer}`);

  const event = await receiveEvents(demo, orderId, 'payment.succeeded');
  output.note(`the event reports a ${event.data.kind} of ${baht(event.data.amount)}`);
  const after = await saphan.readBalance();
  output.step(`read the balance: ${baht(after.available)} available`);
}

/** The slip of the deposit, once it is verified. */
async function verifiedSlip(saphan: Saphan, orderId: string): Promise<Deposit['slips'][number]> {
  const { slips } = await readUntil(
    () => saphan.readDeposit(orderId),
    (read) => read.slips[0]?.verification === 'verified',
  );
  const [slip] = slips;
  if (slip === undefined) throw new Error('The deposit has no slip.');
  return slip;
}
