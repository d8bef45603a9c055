import { satangToBaht } from '../../../src/domain/money';
import type { About, Callback } from '../book/callback-shelf';
import type { PaymentPurpose, RequestKind } from '../book/entry';

/** A callback on the wire (contract.md, section 8). */
export interface Message {
  /** Where the gateway takes it. */
  readonly route: string;
  readonly body: object;
  /** Sent under a key that is not the provider's, as by somebody who found the address. */
  readonly withWrongKey: boolean;
}

const paymentRoutes: Readonly<Record<PaymentPurpose, string>> = {
  payment: '/payment/gw/webhook',
  deposit: '/deposit/gw/webhook',
};
const requestRoutes: Readonly<Record<RequestKind, string>> = {
  payout: '/withdraw/gw/webhook',
  refund: '/refund/gw/webhook',
  charge: '/payment/gw/webhook',
};

export function messageOf({ about, settledAt }: Callback): Message {
  return about.kind === 'payment'
    ? {
        route: paymentRoutes[about.payment.purpose],
        body: paymentBody(about, settledAt),
        withWrongKey: false,
      }
    : {
        route: requestRoutes[about.request.kind],
        body: requestBody(about),
        withWrongKey: about.telling.withWrongKey,
      };
}

/** A declined payment moved no money, so it names none. */
function paymentBody({ payment, transfer }: Extract<About, { kind: 'payment' }>, paidAt: string) {
  if (transfer === null) return { orderId: payment.orderId, status: 'failed' };
  return {
    orderId: payment.orderId,
    status: 'success',
    amount: satangToBaht(transfer.amountSatang),
    transactionId: transfer.transactionId,
    paidAt,
    payer: payment.payer,
  };
}

function requestBody({ request, decision, telling }: Extract<About, { kind: 'request' }>) {
  const { orderId, amountSatang } = request;
  const { transactionId, decidedAt } = decision;
  const amount = satangToBaht(amountSatang);
  return telling.failure === null
    ? { orderId, status: 'success', amount, transactionId, paidAt: decidedAt }
    : { orderId, status: 'failed', amount, transactionId, failure: telling.failure };
}
