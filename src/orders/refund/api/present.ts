import type { z } from 'zod';
import type { refund } from '../../../contract/refund';
import { refundObject, type RefundSnapshot } from '../../../kernel/events/rules/event-bodies';
import type { RefundState } from '../../rules/kinds/refund';

export const presentRefund = (
  row: RefundSnapshot & { readonly status: RefundState },
): z.input<typeof refund> => ({
  ...refundObject(row),
  status: row.status,
});
