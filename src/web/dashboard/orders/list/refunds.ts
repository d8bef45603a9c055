import type { Refund } from '../../../../application/payments/find-refund';
import { browseRefunds } from '../../../../application/orders/list-orders';
import type { RefundState } from '../../../../domain/orders/refund';
import { html } from '../../../../lib/html';
import { orderPath, statusBadge } from '../parts';
import type { ListDefinition } from './definition';

export const refunds: ListDefinition<Refund, RefundState> = {
  noun: 'refunds',
  kind: 'refund',
  statuses: ['succeeded', 'processing', 'pending', 'failed'],
  hasPayers: false,
  browse: browseRefunds,
  row: (refund, language) => ({
    path: orderPath('refund', refund.id),
    name: refund.id,
    detail: refund.reason,
    about: html`<a class="code" href="${orderPath('payment', refund.paymentId)}"
      >${refund.paymentId}</a>`,
    status: statusBadge(language, 'refund', refund.status),
    statusNote: null,
    warning: null,
    amountSatang: refund.amountSatang,
    amountNote: null,
  }),
  columns: {
    refund_id: ({ id }) => id,
    payment_id: ({ paymentId }) => paymentId,
    created_at: ({ createdAt }) => createdAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    reason: ({ reason }) => reason,
    bank_name: ({ destination }) => destination?.bankName ?? null,
    account_number: ({ destination }) => destination?.accountMask ?? null,
    completed_at: ({ completedAt }) => completedAt,
    failure_code: ({ failure }) => failure?.code ?? null,
    metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  },
};
