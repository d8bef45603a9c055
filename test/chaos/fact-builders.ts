import type { BookedFact, BookedRequest, OrderFact } from '../../chaos/verdict/facts';

export const order = (fact: Partial<OrderFact> & Pick<OrderFact, 'id' | 'kind'>): OrderFact => ({
  method: fact.kind === 'payment' ? 'qr' : null,
  merchantId: 'mer_1',
  status: 'succeeded',
  amountSatang: 10_000,
  feeSatang: 0,
  heldFeeSatang: 0,
  createdMs: 0,
  chargedMs: 0,
  ref: null,
  mark: `mark of ${fact.id}`,
  qrCodeId: fact.ref === undefined ? null : `qr of ${fact.id}`,
  paymentLinkId: null,
  chainId: null,
  refundOf: null,
  overdueMs: null,
  accountId: 'default',
  routing: [],
  isPayable: true,
  isInquired: false,
  ...fact,
});

/** The request that created an order, answered once. */
export const requested = ({ id, kind, mark, merchantId, amountSatang }: OrderFact) => ({
  mark: mark ?? '',
  kind,
  merchantId,
  amountSatang,
  key: `key of ${id}`,
  accepted: [{ orderId: id, body: `{"id":"${id}"}` }],
  refused: [],
  unanswered: 0,
});

export const request = (
  transactionId: string,
  facts: Pick<BookedRequest, 'kind' | 'orderId' | 'state'> & Partial<BookedRequest>,
): BookedRequest => ({ accountId: 'default', transactionId, amountSatang: 10_000, ...facts });
export const booked = (
  direction: BookedFact['direction'],
  transactionId: string | null,
  facts: Pick<BookedFact, 'orderId'> & Partial<BookedFact>,
): BookedFact => ({
  merchantId: 'mer_1',
  accountId: 'default',
  amountSatang: 10_000,
  direction,
  transactionId,
  ...facts,
});
