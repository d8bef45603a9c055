import { randomBytes } from 'node:crypto';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { createEvents, type Events } from './events';
import { notFound } from './errors';
import {
  presentCharge,
  presentDispute,
  presentRecipient,
  presentRefund,
  presentTransfer,
  type Form,
  type Version,
} from './present';
import type {
  StoredCharge,
  StoredDispute,
  StoredRecipient,
  StoredRefund,
  StoredTransfer,
} from './records';

export interface OmiseOptions {
  readonly secretKey: string;
  /** Base64; events carry a signature for each. */
  readonly webhookSecrets?: readonly string[];
  /** Receives the events about objects without webhook endpoints of their own. */
  readonly webhookUrl?: string;
  /** 15 digits: the biller of the QR codes. */
  readonly billerId?: string;
  /** The image of QR codes, and whether their text is given too. */
  readonly image?: 'svg' | 'png';
  readonly rawData?: boolean;
  /** With VAT. */
  readonly transferFeeSatang?: number;
  readonly balanceSatang?: number;
  readonly livemode?: boolean;
  /** The version of events, and of requests that name none. */
  readonly accountVersion?: Version;
  readonly autoActivate?: boolean;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The state of one account. Options can be changed while it runs. */
export class Upstream {
  readonly options: Mutable<Required<OmiseOptions>>;
  readonly charges = new Map<string, StoredCharge>();
  readonly recipients = new Map<string, StoredRecipient>();
  readonly transfers = new Map<string, StoredTransfer>();
  /** Card tokens by id. */
  readonly tokens = new Map<string, { result: 'success' | 'fail' | '3ds'; used: boolean }>();
  readonly events: Events;
  url = '';
  /** The text of the QR code of the next charges. */
  qrTextOf = (charge: { readonly id: string; readonly amount: number }): string => {
    const ref1 = charge.id.slice(-16).toUpperCase();
    const { billerId } = this.options;
    return encodeBillPayment({ billerId, ref1, amountSatang: charge.amount });
  };
  /** The API version of all answers, whatever was asked for. */
  forcedVersion: Version | null = null;
  /** The amount that new charges show instead of their own. */
  amountShown: number | null = null;
  /** The address of the image with a path. */
  imageUriOf = (path: string): string => `${this.url}${path}`;

  constructor(options: OmiseOptions) {
    this.options = {
      webhookSecrets: [],
      webhookUrl: '',
      billerId: '010555012345601',
      image: 'svg',
      rawData: false,
      transferFeeSatang: 3_000,
      balanceSatang: 100_000_000,
      livemode: false,
      accountVersion: '2019-05-29',
      autoActivate: true,
      now: Date.now,
      ...options,
    };
    const { livemode } = this.options;
    const secrets = () => this.options.webhookSecrets;
    this.events = createEvents({ secrets, livemode, now: () => this.now() });
  }

  now(): number {
    return this.options.now();
  }

  newId(prefix: string): string {
    const text = randomBytes(10).toString('hex').slice(0, 19);
    return `${prefix}${this.options.livemode ? '' : '_test'}_${text}`;
  }

  form(asked: Version): Form {
    const version = this.forcedVersion ?? asked;
    const { livemode, rawData, image } = this.options;
    const imageName = `qrcode${livemode ? '' : '_test'}.${image}`;
    return {
      version,
      livemode,
      rawData,
      imageName,
      imageUriOf: this.imageUriOf,
    };
  }

  /** A charge; a pending one expires by the clock. */
  charge(id: string): StoredCharge {
    const charge = this.charges.get(id);
    if (charge === undefined) throw notFound(`charge ${id}`);
    if (charge.status === 'pending' && this.now() >= charge.expiresAt) charge.status = 'expired';
    return charge;
  }

  recipient(id: string): StoredRecipient {
    const recipient = this.recipients.get(id);
    if (recipient === undefined) throw notFound(`recipient ${id}`);
    return recipient;
  }

  transfer(id: string): StoredTransfer {
    const transfer = this.transfers.get(id);
    if (transfer === undefined) throw notFound(`transfer ${id}`);
    return transfer;
  }

  showTransfer(transfer: StoredTransfer, form: Form): object {
    return presentTransfer(transfer, this.recipients.get(transfer.recipientId), form);
  }

  /** Ends a pending charge, with its event. */
  finish(charge: StoredCharge, status: 'successful' | 'failed', failureCode: string | null): void {
    charge.status = status;
    charge.failureCode = failureCode;
    charge.paidAt = status === 'successful' ? this.now() : null;
    this.tell('charge.complete', charge);
  }

  /** A refund that somebody makes in the dashboard. */
  refund(charge: StoredCharge, amount: number): StoredRefund {
    const [id, createdAt] = [this.newId('rfnd'), this.now()];
    const about = { chargeId: charge.id, amount, metadata: {}, status: 'closed' } as const;
    const refund: StoredRefund = { id, createdAt, ...about };
    charge.refunds.push(refund);
    this.tell('refund.create', refund);
    return refund;
  }

  /** Opens the dispute of a charge, or decides it. */
  dispute(charge: StoredCharge, status: StoredDispute['status'], amount = charge.amount): void {
    const key = charge.dispute === null ? 'dispute.create' : 'dispute.update';
    charge.dispute ??= { id: this.newId('dspt'), amount, status };
    charge.dispute.status = status;
    const form = this.form(this.options.accountVersion);
    const { webhookUrl } = this.options;
    const to = webhookUrl === '' ? [] : [webhookUrl];
    this.events.send(key, presentDispute(charge, charge.dispute, form), to);
  }

  /** The card's bank takes the money of a charge back. Its status need not follow. */
  reverse(charge: StoredCharge, status = charge.status): void {
    charge.reversed = true;
    charge.status = status;
    this.tell('charge.reverse', charge);
  }

  /** The payee's bank returns a transfer that was paid. */
  return(transfer: StoredTransfer): void {
    transfer.failureCode = 'transfer_failed';
    this.tell('transfer.fail', transfer);
  }

  /** Events have the form of the account's version, whatever the request's. */
  tell(key: string, about: StoredCharge | StoredRefund | StoredRecipient | StoredTransfer): void {
    const form = this.form(this.options.accountVersion);
    const { webhookUrl } = this.options;
    const general = webhookUrl === '' ? [] : [webhookUrl];
    if ('endpoints' in about) {
      const { endpoints } = about;
      const to = endpoints.length > 0 ? endpoints : general;
      this.events.send(key, presentCharge(about, form), to);
    } else if ('chargeId' in about) {
      this.events.send(key, presentRefund(about, form), general);
    } else if ('recipientId' in about) {
      this.events.send(key, this.showTransfer(about, form), general);
    } else {
      this.events.send(key, presentRecipient(about, form), general);
    }
  }
}
