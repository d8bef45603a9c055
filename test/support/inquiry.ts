import type { Found, Inquiry, RequestKind } from '../../src/providers/connectors/connector';

/** An inquiry about a request of which only the order id matters. */
export const inquiryAbout = (kind: RequestKind, orderId: string): Inquiry => ({
  kind,
  orderId,
  ref: null,
  providerRef: null,
  paymentRef: null,
  amountSatang: 10_000,
  createdAt: new Date('2026-11-22T03:00:00Z'),
  expiresAt: null,
  sentForMs: null,
});

/** The answer that one movement was found, without time and payer. */
export const foundOne = (transactionId: string | null, amountSatang: number): Found => ({
  kind: 'succeeded',
  movements: [{ transactionId, amountSatang, movedAt: null, payer: null }],
});
