import type {
  AccountView,
  Connector,
  RawCallback,
} from '../../../../src/providers/connectors/connector';
import type { Kit } from '../kit/check';

/** A QR payment of the gateway, as its payer and its provider know it. */
export interface Placed {
  readonly id: string;
  /** The text of the QR code. */
  readonly payload: string;
  /** The reference in the gateway's own code. */
  readonly ref: string;
  /** The provider's id; null for the gateway's own code. */
  readonly providerRef: string | null;
}

/** A payout or refund at the fake upstream, by our order id. */
export interface Requests {
  /** What the payee gets, in satang, one for each request that was carried out. */
  sent(orderId: string): Promise<readonly number[]> | readonly number[];
  end(orderId: string, outcome: 'succeeded' | 'failed'): Promise<void> | void;
  /** The callback about the outcome. */
  callback(orderId: string, outcome: 'succeeded' | 'failed', satang: number): RawCallback;
  /** What the provider does before it carries out a request that was `not_ready`. */
  makeReady?(): void;
}

/** A fake upstream, driven in the wire form of its provider. Its book is the expected value. */
export interface Wire {
  readonly account: AccountView;
  /** A payer pays the code with this amount. No callback is sent. */
  pay(order: Placed, satang: number): void;
  /** The provider reports that the payment failed. */
  fail?(order: Placed): void;
  /** The provider returns the money of a paid code to its payer. */
  reverse?(order: Placed): void;
  /** The provider reports a state that nobody documented. */
  puzzle?(order: Placed): void;
  /** The callback about the newest state of the payment, signed. */
  callback(order: Placed): RawCallback;
  /** The money that payers paid for the code, in satang. */
  book(order: Placed): readonly number[];
  readonly payouts?: Requests;
  readonly refunds?: Requests;
}

export interface WiredKit extends Kit {
  start(): Promise<Wire>;
}

/** Why a connector cannot have a scenario, by its traits and documented facts; null when it can. */
export type Exclusion = (kit: Kit) => string | null;

const kindIn = (outcome: unknown): unknown => (outcome as { kind?: unknown } | null)?.kind;
const paymentsOf = ({ subject }: Kit) =>
  subject.cases.filter(({ call }) => call.method === 'find' && call.input.kind === 'payment');
const traitsOf = ({ connector }: Kit): Connector['traits'] => connector.traits;

export const failures: Exclusion = (kit) => {
  const readings = (kit.subject.callbacks?.cases ?? []).flatMap(({ reading }) =>
    reading.kind === 'reports' ? reading.reports : [],
  );
  const isDocumented =
    paymentsOf(kit).some(({ outcome }) => kindIn(outcome) === 'failed') ||
    readings.some(({ outcome }) => outcome === 'failed');
  return isDocumented ? null : 'no failed payment is documented';
};
export const secondPayments: Exclusion = (kit) => {
  const isListed = paymentsOf(kit).some(
    ({ outcome }) => ((outcome as { movements?: unknown[] }).movements ?? []).length > 1,
  );
  const isReported = traitsOf(kit).inquiry.payment === 'none';
  return isListed || isReported ? null : 'one payment for each code';
};
export const proofs: Exclusion = (kit) => {
  const { callback } = traitsOf(kit);
  return callback === 'proof' ? null : `callback: ${callback}`;
};
export const sharedKeys: Exclusion = ({ subject }) =>
  subject.callbacks?.authenticates === 'headers' ? null : 'no key in a callback';
export const issuedCodes: Exclusion = (kit) => {
  const { qr } = traitsOf(kit);
  return qr === 'provider' ? null : `qr: ${qr}`;
};
export const narrowLimits: Exclusion = (kit) => {
  const [min, max] = traitsOf(kit).amounts.qr ?? [0, Infinity];
  return min > 100 || max < 200_000_000 ? null : "limits of the API's own";
};
export const payouts: Exclusion = (kit) => {
  const { payout } = traitsOf(kit);
  return payout === 'none' ? 'payout: none' : null;
};
export const idempotentPayouts: Exclusion = (kit) => {
  const isIdempotent = traitsOf(kit).idempotent.payout;
  return payouts(kit) ?? (isIdempotent ? null : 'idempotent.payout: false');
};
export const refunds: Exclusion = (kit) => {
  const { refund } = traitsOf(kit);
  return refund === 'native' || refund === 'push' ? null : `refund: ${refund}`;
};
export const partialRefunds: Exclusion = (kit) => {
  const isPartial = traitsOf(kit).partialRefunds;
  return refunds(kit) ?? (isPartial ? null : 'partialRefunds: false');
};
export const failingRefunds: Exclusion = (kit) => {
  const never = kit.subject.neverFails?.includes('refund') === true;
  return refunds(kit) ?? (never ? 'no failed refund is documented' : null);
};
/** The first exclusion of several. */
export const all =
  (...each: readonly Exclusion[]): Exclusion =>
  (kit) =>
    each.map((one) => one(kit)).find((reason) => reason !== null) ?? null;
export const none: Exclusion = () => null;
