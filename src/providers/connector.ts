import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Failure } from '../domain/orders/definition';
import type { Evidence, ProviderOutcome } from '../domain/movement';
import type { OrderKind } from '../domain/orders';
import type { Problem } from '../domain/problem';
import type { RequestSubject } from '../lib/request-subject';

/**
 * The provider port. A connector is one upstream's API: its wire form and its authentication are
 * known in its folder only. It keeps no state; everything of one contract is in the settings of an
 * account. Registered in registry.ts.
 */
export interface Connector<Settings extends object = object> {
  readonly name: string;
  readonly traits: Traits;
  /** What an account must provide: addresses and secrets. */
  readonly settings: z.ZodType<Settings>;
  /** A client for the account. Opens no connection before the first call. */
  connect(settings: Settings): ProviderClient;
  /** Whether the account's provider sent the callback. Pure, in constant time. */
  verifyCallback(callback: RawCallback, settings: Settings): boolean;
  /** Translates an authentic callback to an endpoint of the given order kind. Pure. */
  readCallback(callback: RawCallback, orderKind: OrderKind): CallbackReading;
  /** The payer that a stored callback names; null when it names none. Pure. */
  readPayer(body: string): CallbackPayer | null;
}

export interface Traits {
  /** Who issues QR codes: the gateway, under its biller id, or the provider (`openQr`). */
  readonly qr: 'own' | 'provider';
  /** A `hint` proves nothing: only an inquiry may move money. Such callbacks are not accepted. */
  readonly callback: 'proof' | 'hint';
  /** Whether a request that is repeated under its reference is carried out at most once. */
  readonly idempotent: Readonly<Record<RequestKind, boolean>>;
}

/** One contract with a provider. An order belongs to the account it was created under. */
export interface ProviderAccount {
  readonly id: string;
  readonly connector: Connector;
  readonly settings: object;
}

export interface ProviderAccounts {
  /** The account of callback endpoints that name none. */
  readonly default: ProviderAccount;
  /** Throws when the installation has no such account. */
  find(accountId: string): ProviderAccount;
}

/** A callback in its received form. */
export interface RawCallback {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type CallbackReading =
  | { readonly kind: 'reports'; readonly reports: readonly ProviderReport[] }
  /** Readable, but states something the gateway does not support: answered 400 and stored. */
  | {
      readonly kind: 'refused';
      readonly problem: Problem;
      readonly report: Pick<ProviderReport, 'orderKind' | 'orderId' | 'outcome' | 'transactionId'>;
    }
  /** Answered with the problem; nothing is stored. */
  | { readonly kind: 'unreadable'; readonly problem: Problem };

/** What a callback states about one order: evidence, with the payer instead of its digest. */
export interface ProviderReport extends Omit<Evidence, 'payer'> {
  readonly orderKind: OrderKind;
  /** The order's id, or the reference in its QR code. */
  readonly orderId: string;
  readonly outcome: ProviderOutcome;
  /** Null when the callback names no payer. */
  readonly payer: CallbackPayer | null;
  /** The reason of a failure; null when none is given. */
  readonly failure: Failure | null;
}

export interface CallbackPayer {
  readonly bankName: string | null;
  readonly accountNumber: string | null;
  readonly accountName: string | null;
}

/**
 * A payout, refund or charge. The order id is the provider's reference: the provider carries a
 * request out at most once per reference.
 */
export type ProviderRequest = RequestSubject & {
  readonly orderId: string;
  readonly amountSatang: number;
};
export type RequestKind = ProviderRequest['kind'];

/** Every way a submission can end. */
export type Sent =
  /** Accepted, now or earlier under the same reference. The outcome is reported later. */
  | { readonly kind: 'accepted' }
  /** Final: it was not carried out and will not be. */
  | ({ readonly kind: 'refused' } & Failure)
  /** The request did not reach the provider, or was not processed: safe to send again. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The request may or may not have been carried out: inquire before sending it again. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Every way an inquiry can end. */
export type Found =
  | {
      readonly kind: 'succeeded';
      readonly transactionId: string | null;
      readonly amountSatang: number;
    }
  | ({ readonly kind: 'failed' } & Failure)
  | { readonly kind: 'waiting' }
  /** The provider has no request with this reference. */
  | { readonly kind: 'not_found' }
  /** The provider did not answer, or its answer is unreadable. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The calls to one account. No method rejects: failures are outcomes. */
export interface ProviderClient {
  /** Only with trait `qr: 'provider'`. */
  openQr?(order: QrOrder): Promise<QrOpened>;
  send(request: ProviderRequest): Promise<Sent>;
  /** The outcome of a request. */
  find(kind: RequestKind, orderId: string): Promise<Found>;
  close(): Promise<void>;
}

interface QrOrder {
  readonly orderId: string;
  readonly amountSatang: number;
  readonly expiresAt: Date;
}

type QrOpened =
  | { readonly kind: 'opened'; readonly payload: string; readonly expiresAt: Date | null }
  | Extract<Sent, { kind: 'refused' | 'unreachable' | 'unknown' }>;

/** The clients of all accounts: each call names the account of its order. */
export interface Provider {
  send(request: ProviderRequest, accountId: string): Promise<Sent>;
  find(kind: RequestKind, orderId: string, accountId: string): Promise<Found>;
  close(): Promise<void>;
}
