import type { Payment } from '../../../../application/payments/find-payment';
import { browsePayments } from '../../../../application/orders/list-orders';
import { formatMoney } from '../../../../domain/money';
import type { PaymentState } from '../../../../domain/orders/payment';
import { displayStatusOf } from '../../../../domain/display-status';
import { orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import type { ListDefinition } from './definition';

export const payments: ListDefinition<Payment, PaymentState> = {
  noun: 'payments',
  kind: 'payment',
  statuses: ['succeeded', 'pending', 'expired', 'failed'],
  hasPayers: false,
  browse: browsePayments,
  row(payment, language) {
    const t = ordersTexts[language];
    const { id, reference, amountSatang, refundedSatang } = payment;
    const isPartly = refundedSatang > 0 && refundedSatang < amountSatang;
    return {
      path: orderPath('payment', id),
      name: reference ?? id,
      detail: reference === null ? null : id,
      about: t.methods[payment.method],
      status: statusBadge(language, 'payment', displayStatusOf(payment)),
      statusNote: payment.late ? t.late : null,
      warning: null,
      amountSatang,
      amountNote: isPartly ? t.partlyRefunded(formatMoney(refundedSatang)) : null,
    };
  },
  columns: {
    payment_id: ({ id }) => id,
    created_at: ({ createdAt }) => createdAt,
    status: ({ status }) => status,
    amount: ({ amountSatang }) => BigInt(amountSatang),
    currency: () => 'THB',
    amount_received: ({ receivedSatang }) => BigInt(receivedSatang),
    amount_refunded: ({ refundedSatang }) => BigInt(refundedSatang),
    reference: ({ reference }) => reference,
    method: ({ method }) => method,
    late: ({ late }) => late,
    completed_at: ({ completedAt }) => completedAt,
    failure_code: ({ failure }) => failure?.code ?? null,
    metadata: ({ metadata }) => metadata && JSON.stringify(metadata),
  },
};
