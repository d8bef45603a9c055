import type { Deps } from '../../src/deps';
import { submitSlip } from '../../src/orders/deposit/submit-slip';
import type { Merchant } from '../../src/kernel/merchants/store';
import { testDeposit } from './gateway';

/** Magic bytes of a GIF. */
export const gifOf = (text: string): Buffer => Buffer.from(`GIF89a${text}`.padEnd(64, '\0'));

/** Creates a pending deposit of 100 baht with an uploaded slip. */
export async function testDepositWithSlip(
  deps: Deps,
  merchant: Merchant,
  picture: Buffer = gifOf(''),
): Promise<{ readonly id: string; readonly slipId: string }> {
  const { orderId, ref } = await testDeposit(deps, merchant);
  const image = picture.toString('base64');
  await submitSlip(deps, merchant, { orderId, ref, image }, null, '');
  const { id: slipId } = await deps.db('slips').where('order_id', orderId).first('id');
  return { id: orderId, slipId };
}
