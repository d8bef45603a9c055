import type { z } from 'zod';
import type { refund } from '../../contract/refund';
import { refundObject, type RefundSnapshot } from '../../domain/event-bodies';
import type { RefundState } from '../../domain/orders/refund';

export const presentRefund = (
  row: RefundSnapshot & { readonly status: RefundState },
): z.input<typeof refund> => ({
  ...refundObject(row),
  status: row.status,
});
