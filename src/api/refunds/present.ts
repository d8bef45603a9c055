import type { z } from 'zod';
import type { Refund } from '../../application/payments/find-refund';
import type { Page } from '../../application/orders/list-orders';
import { refundObject } from '../../domain/events';
import { presentPage } from '../../http/pagination';
import type { refundPage, refundsQuery } from './schema';

export function presentRefundPage(
  page: Page<Refund>,
  query: z.output<typeof refundsQuery>,
): z.input<typeof refundPage> {
  const refunds = page.items.map((row) => ({ ...refundObject(row), status: row.status }));
  return { refunds, ...presentPage(page, query) };
}
