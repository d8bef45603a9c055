import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Failure } from '../../orders/rules/kinds/definition';
import type { Evidence, ProviderOutcome } from '../../ledger/rules/movement';
import type { OrderKind } from '../../orders/rules/kinds';
import type { Problem } from '../../kernel/rules/problem';
import type { Candidate, RoutingRule } from '../rules/routing';
import type { NextAction, RequestSubject } from '../../platform/observe/request-subject';
import type { Recorder } from './http-client';
import type { SettingField } from './setting';
import type { NamedTransfer, VerifiedTransfer } from './slip';
import type { Traits } from './traits';

/**
 * The provider port. A connector is one upstream's API: its wire form and its authentication are
 * known in its folder only. It stores nothing; everything of one contract is in the settings of an
 * account. Registered in registry.ts.
 */
export interface Connector<Settings extends object = object> {
  /** Lower-case letters, digits and hyphens: part of callback URLs. */
  readonly name: string;
  /** As the upstream writes its name. */
  readonly title: string;
  readonly traits: Traits;
  /** Each field is a `setting`, from which the console renders its form. */
  readonly settings: z.ZodType<Settings>;
  /** Opens no connection before the first call. */
  connect(account: AccountView<Settings>, record: Recorder): ProviderClient;
  /** With trait `qr: 'own'`, and only then. Pure. */
  encodeQr?(order: OwnQrOrder, settings: Settings): string;
  /** Shown in banking apps for the account's QR codes; absent when the account has none. */
  billerName?(settings: Settings): string | undefined;
  /**
   * Pure, in constant time. Without any authentication upstream the token in the callback URL is
   * the only one, and this is true.
   */
  verifyCallback(callback: RawCallback, account: AccountView<Settings>): boolean;
  /**
   * True when every callback of the account must be signed: in a sandbox a merchant's key then does
   * not authenticate one. Absent: false. Pure.
   */
  signsCallbacks?(settings: Settings): boolean;
  /** The callback must be authentic. Pure. */
  readCallback(callback: RawCallback, account: AccountView<Settings>): CallbackReading;
  /** Absent: the response of the generic contract. */
  replyTo?(callback: RawCallback, result: CallbackResult): CallbackReply;
  /** HTTP calls of an inquiry about a payment; absent: one. Pure. */
  inquiryCalls?(inquiry: Inquiry, now: Date): number;
  /** The payer that a stored callback names; null when it names none. Pure. */
  readPayer(body: string): CallbackPayer | null;
  /** With trait `asksFirst`, and only then. */
  readonly billCheck?: BillCheck<Settings>;
}

/** One contract with a provider. An order belongs to the account under which it was created. */
export interface ProviderAccount<Settings extends object = object> extends AccountView<Settings> {
  readonly connector: Connector<Settings>;
  /** Null for the platform's account. */
  readonly merchantId: string | null;
  /** A name for operators. */
  readonly label: string;
}

export interface AccountView<Settings extends object = object> {
  readonly id: string;
  /** A `test` account moves no real money. */
  readonly mode: 'test' | 'live';
  readonly settings: Settings;
  /**
   * The client calls public addresses over https only. Absent: any address, as the default account
   * may have, whose address is of the environment.
   */
  readonly publicOnly?: boolean;
  /** Where the provider sends callbacks: `{CALLBACKS_URL}/callbacks/{connector}/{token}`. */
  readonly callbackUrl: string;
}

export interface ProviderAccounts {
  /** Its settings are in the environment; callback endpoints that name no account are its own. */
  readonly default: ProviderAccount;
  /** By name. */
  readonly connectors: ReadonlyMap<string, RegisteredConnector>;
  /** Addresses of accounts may be http, private and loopback: a sandbox. */
  readonly allowsPrivate: boolean;
  /**
   * The account of an order or of evidence, in any status. From memory, or else from the database.
   * Rejects when the installation has no such account.
   */
  find(accountId: string): Promise<ProviderAccount>;
  /** By the current or the previous token. One query. */
  findByToken(connector: string, token: string): Promise<ProviderAccount | null>;
  callbackUrl(connector: string, token: string): string;
  /** From memory, at most seconds old. */
  routesOf(merchantId: string): Routes;
  /** Reads changes of other processes. */
  refresh(): Promise<void>;
}

/** See providers/rules/routing.ts. */
export interface Routes {
  /** The merchant's own accounts, or else the platform's, in any status (decision 31). */
  readonly candidates: readonly (Candidate & { readonly account: ProviderAccount })[];
  readonly rules: readonly RoutingRule[];
}

export interface RegisteredConnector {
  readonly connector: Connector;
  /** The settings of an account, as a form shows them. */
  readonly fields: readonly SettingField[];
}

/** As received. */
export interface RawCallback {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The part of the path after the token, such as `payment`; null when there is none. */
  readonly topic: string | null;
  readonly receivedAt: Date;
}

export type CallbackReading =
  /** With trait `callback: 'proof'` only. */
  | { readonly kind: 'reports'; readonly reports: readonly ProviderReport[] }
  /** Proves nothing, and causes an inquiry about the order in any status. */
  | {
      readonly kind: 'hint';
      readonly about: OrderReference;
      /**
       * An event that the connector does not interpret. If the callback is signed, it is stored for
       * operators.
       */
      readonly event?: string;
    }
  /** Authentic, and of no concern to any order. Answered as accepted; not stored. */
  | { readonly kind: 'ignored'; readonly reason: string }
  /** Unsupported or unreadable where it decides about money: answered 400 and stored. */
  | {
      readonly kind: 'refused';
      readonly problem: Problem;
      /** `orderId` is empty and `outcome` null where they cannot be read. */
      readonly report: Pick<ProviderReport, 'orderKind' | 'orderId' | 'transactionId'> & {
        readonly outcome: ProviderOutcome | null;
      };
    }
  /** Answered with the problem; nothing is stored. */
  | { readonly kind: 'unreadable'; readonly problem: Problem };

/** Our id or the reference in the QR code; or the provider's id. */
export type OrderReference = { readonly orderId: string } | { readonly providerRef: string };

/** Evidence about one order, with the payer instead of its digest. */
export interface ProviderReport extends Omit<Evidence, 'payer'> {
  /** `incoming`: a payment or a deposit. */
  readonly orderKind: OrderKind | 'incoming';
  /** The order's id, or the reference in its QR code. */
  readonly orderId: string;
  readonly outcome: ProviderOutcome;
  /** Null when the callback names no payer. */
  readonly payer: CallbackPayer | null;
  /** Null when the callback gives no reason. */
  readonly failure: Failure | null;
  /** Paths of fields that could not be read. */
  readonly unread?: readonly string[];
}

export interface CallbackPayer {
  readonly bankName: string | null;
  readonly accountNumber: string | null;
  readonly accountName: string | null;
}

/** `stored`: the callback, or the inquiry that a hint causes, is committed. */
export type CallbackResult =
  | { readonly kind: 'stored'; readonly callbackId: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'problem'; readonly problem: Problem };

export interface CallbackReply {
  readonly status: number;
  /** Sent as JSON. */
  readonly body: object;
}

/** Bill payment host-to-host: the bank verifies a payment with us before it takes the money. */
export interface BillCheck<Settings extends object = object> {
  /** The request must be authentic; null when it is unreadable. Pure. */
  read(request: RawCallback, account: AccountView<Settings>): BillQuestion | null;
  /** Pure. A null question was unreadable. */
  reply(question: BillQuestion | null, verdict: BillVerdict): CallbackReply;
}

export interface BillQuestion {
  /** `verify` and `cancel` change nothing here; `confirm` reports that the bank took the money. */
  readonly kind: 'verify' | 'confirm' | 'cancel';
  /** The reference in the QR code. */
  readonly ref: string;
  readonly amountSatang: number;
  /** The bank's id of the transfer. */
  readonly transactionId: string;
}

export type BillVerdict =
  | 'payable'
  | 'unknown_reference'
  | 'wrong_amount'
  | 'already_paid'
  | 'expired'
  | 'unavailable';

/** The gateway encodes the order's QR code. */
export interface OwnQrOrder {
  /** 20 characters `[0-9A-Z]`; the bank reports it with the payment. */
  readonly ref: string;
  /** Constant for the kind of order; null for kinds without a second reference. */
  readonly ref2: string | null;
  readonly amountSatang: number;
}

/** The provider issues the order's QR code. */
export interface QrOrder {
  readonly orderId: string;
  readonly amountSatang: number;
  readonly expiresAt: Date;
}

/**
 * A payout, refund or charge. The order id is our reference at the provider. Without trait
 * `idempotent` a repeated request may be carried out twice.
 */
export type ProviderRequest = RequestSubject & {
  readonly orderId: string;
  readonly amountSatang: number;
  /**
   * Of a refund: the provider's id of its payment, or else the bank transaction id of the payment's
   * money. Absent when it has neither.
   */
  readonly paymentRef?: string;
};
export type RequestKind = ProviderRequest['kind'];
export type RequestOf<Kind extends RequestKind> = Extract<ProviderRequest, { kind: Kind }>;

/** All outcomes of a submission. */
export type Sent =
  /** Accepted, now or earlier under the same reference. The outcome is reported later. */
  | {
      readonly kind: 'accepted';
      readonly providerRef: string | null;
      /** Of a charge with `returnUrl`: where its payer must go before it is decided. */
      readonly nextAction?: NextAction;
    }
  /** Not carried out before the provider has done something else, such as verify a recipient. */
  | { readonly kind: 'not_ready'; readonly reason: string }
  | NotSent;

/** All outcomes of a submission that does not succeed. */
export type NotSent =
  /** Final: the request was not carried out and will not be. */
  | ({ readonly kind: 'refused' } & Failure)
  /** The request did not reach the provider, or was not processed: safe to send again. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The request may or may not have been carried out: inquire before sending it again. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type QrOpened =
  | {
      readonly kind: 'opened';
      readonly providerRef: string;
      /** The text of the QR code. */
      readonly payload: string;
      /** Null when the code does not expire. */
      readonly expiresAt: Date | null;
    }
  | NotSent;
export type Opened = Extract<QrOpened, { kind: 'opened' }>;

export interface Inquiry {
  /** `payment`: money for a QR code of ours or of the provider. */
  readonly kind: RequestKind | 'payment';
  readonly orderId: string;
  /** The reference in the order's QR code; null for other orders. */
  readonly ref: string | null;
  /** The provider's id of the order; null while none is known. */
  readonly providerRef: string | null;
  /** As in `ProviderRequest`; null for other kinds of orders and without an id. */
  readonly paymentRef: string | null;
  readonly amountSatang: number;
  readonly createdAt: Date;
  /** The deadline of a payment; null for requests. */
  readonly expiresAt: Date | null;
  /**
   * Since the end of the last call that may have created the request, by the database's clock,
   * because that of the worker may be wrong; negative when the call may be in progress, null when
   * there was none.
   */
  readonly sentForMs: number | null;
}

/** All outcomes of an inquiry. */
export type Found =
  | {
      readonly kind: 'succeeded';
      /** At least one, in the order of their times. Each is evidence of a movement. */
      readonly movements: readonly [FoundMovement, ...FoundMovement[]];
      readonly reversed?: readonly FoundReturn[];
      /** A part of the answer is missing: inquire again. */
      readonly isPartial?: true;
      /** The provider's id of the order, when a list had it. */
      readonly providerRef?: string;
    }
  | ({
      readonly kind: 'failed';
      /** Of a payout or refund: the transfer that was not made, or that came back. */
      readonly movement?: FoundMovement;
      readonly reversed?: readonly FoundReturn[];
    } & Failure)
  /** No outcome yet. `opened` is given when the provider's QR code was looked for. */
  | {
      readonly kind: 'waiting';
      readonly opened?: Opened;
      /** As in `Sent`. */
      readonly nextAction?: NextAction;
      readonly reversed?: readonly FoundReturn[];
      /** The provider's id of the order, when a list had it. */
      readonly providerRef?: string;
    }
  /** The provider has no request with this reference, and will not get one from an earlier call. */
  | { readonly kind: 'not_found' }
  /** The provider did not answer, or its answer is unreadable. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface FoundMovement {
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** Null when the provider gives no time. */
  readonly movedAt: Date | null;
  readonly payer: CallbackPayer | null;
  /** What the provider keeps for it, with VAT. Absent where its answer does not say so. */
  readonly costSatang?: number;
}

/**
 * Money of a movement, all or a part, that the payer has back or that the provider keeps for the
 * payer: a reversal, a dispute, a refund that the gateway did not request. Of no effect unless the
 * movement is known.
 */
export interface FoundReturn extends FoundMovement {
  /** Distinguishes returns of a movement; absent without an id of the provider's. */
  readonly returnId?: string;
}

/** The result of a cheap call that changes nothing, for "test connection" and health. */
export type Probe =
  | { readonly kind: 'ok' }
  /** The provider answered and refuses the credentials, or they are of the other mode. */
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** For one account. No method rejects: failures are outcomes. */
export interface ProviderClient {
  /** With trait `qr: 'provider'`, and only then. */
  openQr?(order: QrOrder): Promise<QrOpened>;
  /** Where possible. The result decides nothing. */
  closeQr?(providerRef: string): Promise<'closed' | 'not_closed'>;
  send(request: ProviderRequest): Promise<Sent>;
  /** About a request, or about money for a QR code. */
  find(inquiry: Inquiry): Promise<Found>;
  /** Absent: slips of the account's orders stay unverified. */
  verifySlip?(transfer: NamedTransfer): Promise<VerifiedTransfer>;
  probe(): Promise<Probe>;
  close(): Promise<void>;
}

/** For accounts whose provider issues the QR codes. */
export interface QrProvider {
  openQr(order: QrOrder, accountId: string): Promise<QrOpened>;
  closeQr(providerRef: string, accountId: string): Promise<'closed' | 'not_closed'>;
}

/** For all accounts: each call names the account of its order. */
export interface Provider {
  /**
   * Takes a turn for the calls of `send` and `find`, which the result gives back. Null while the
   * account has its maximum of calls in flight: the order waits, and no call has failed. Absent
   * without a maximum.
   */
  takeTurn?(accountId: string): (() => void) | null;
  send(request: ProviderRequest, accountId: string): Promise<Sent>;
  find(inquiry: Inquiry, accountId: string): Promise<Found>;
  /** Absent when no account verifies slips; `unknown` when the account does not. */
  verifySlip?(transfer: NamedTransfer, accountId: string): Promise<VerifiedTransfer>;
  close(): Promise<void>;
}
