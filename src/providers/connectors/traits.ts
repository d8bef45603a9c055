import type { RequestSubject } from '../../platform/observe/request-subject';

type RequestKind = RequestSubject['kind'];

/**
 * An upstream's abilities, as literal data without code. The gateway decides by traits and never by
 * a connector's name. `docs/providers/README.md` shows them as a table.
 */
export interface Traits {
  /** The issuer of QR codes: the gateway, under its biller id, or the provider (`openQr`). */
  readonly qr: 'own' | 'provider' | 'none';
  /**
   * A QR code can be paid until the requested time, for a time of the provider's own, or for ever.
   * With `unlimited`, late and second payments have to be expected.
   */
  readonly qrLifetime: 'as_requested' | 'fixed' | 'unlimited';
  /** The lifetime of a QR code, both bounds inclusive. */
  readonly qrMinutes: readonly [min: number, max: number];
  /** In satang, both inclusive. Null: not supported. */
  readonly amounts: Readonly<
    Record<RequestKind | 'qr', readonly [min: number, max: number] | null>
  >;
  /** A `hint` proves nothing: only an inquiry may move money. */
  readonly callback: 'proof' | 'hint' | 'none';
  /** A request that is repeated under its reference is carried out at most once. */
  readonly idempotent: Readonly<Record<RequestKind | 'qr', boolean>>;
  /**
   * An inquiry identifies the order by our reference, by the provider's, or by a list of what was
   * created in a window of time. `none`: no inquiry is possible.
   */
  readonly inquiry: Readonly<Record<RequestKind | 'payment', InquiryBy>>;
  /** With `window`: time after a call until a complete list shows what it created. */
  readonly windowSettlesMs: number;
  /**
   * Money of a payment is returned by the provider to the payer, or as a transfer to an account
   * that the merchant or the payer names, or not at all (an operator pays it by hand).
   */
  readonly refund: 'native' | 'push' | 'none';
  readonly partialRefunds: boolean;
  /** After a payment, while `native` refunds are accepted; null without a limit. */
  readonly refundDays: number | null;
  /** Payouts go to any account, or to a recipient that the provider verified before. */
  readonly payout: 'account' | 'recipient' | 'none';
  /** The bank verifies a payment with the gateway before it takes the money. */
  readonly asksFirst: boolean;
  /**
   * Codes of refusals that concern this contract and not the order: a limit, maintenance, a method
   * or bank that is not offered. Another account may accept the order.
   */
  readonly elsewhere: readonly string[];
  /** Per account. */
  readonly callsPerSecond: number;
}

export type InquiryBy = 'our_reference' | 'provider_reference' | 'window' | 'none';
