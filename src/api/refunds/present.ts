import type { z } from 'zod';
import type { Refund } from '../../application/payments/find-refund';
import type { refund } from '../../contract/refund';
import { refundObject } from '../../domain/event-bodies';

export const presentRefund = (row: Refund): z.input<typeof refund> => ({
  ...refundObject(row),
  status: row.status,
});
