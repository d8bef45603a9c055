import type { Inquiry } from '../../../src/providers/connectors/connector';

/** An inquiry about a payment of 1500 baht that was created now and can be paid for ten minutes. */
export function inquiryAboutPayment(orderId: string, fields: Partial<Inquiry> = {}): Inquiry {
  const createdAt = new Date();
  return {
    kind: 'payment',
    orderId,
    ref: null,
    providerRef: null,
    paymentRef: null,
    amountSatang: 150_000,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 600_000),
    sentForMs: Date.now() - createdAt.getTime(),
    ...fields,
  };
}
