import type { Refund } from '../../../../application/find-refund';
import { listRefunds } from '../../../../application/list-orders';
import type { RefundState } from '../../../../domain/refund';
import { html } from '../../../../lib/html';
import { orderPath, statusBadge } from '../parts';
import type { ListDefinition } from './definition';

export const refunds: ListDefinition<Refund, RefundState> = {
  noun: 'refunds',
  kind: 'refund',
  statuses: ['succeeded', 'processing', 'pending', 'failed'],
  find: listRefunds,
  row: (refund, language) => ({
    path: orderPath('refund', refund.id),
    name: refund.id,
    detail: refund.reason,
    about: html`<a class="code" href="${orderPath('payment', refund.paymentId)}"
      >${refund.paymentId}</a>`,
    status: statusBadge(language, 'refund', refund.status),
    statusNote: null,
    amountSatang: refund.amountSatang,
    amountNote: null,
  }),
};
