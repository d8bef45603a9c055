import type { CallbackOutcome } from '../../../../../domain/callback';
import type { ExceptionKind, Resolution } from '../../../../../domain/exception';
import type { TransferKind } from '../../../../../domain/ledger';
import type { OrderKind } from '../../../../../domain/order';
import type {
  SlipStatus,
  TimelineDelivery,
  TimelinePart,
} from '../../../../../application/orders/find-timeline';
import type { Language } from '../../../../checkout/language';
import { en } from './en';
import { th } from './th';

type Part<Type extends TimelinePart['type']> = Extract<TimelinePart, { readonly type: Type }>;

/** What is said of an order itself. */
export interface FactTexts {
  readonly nouns: Readonly<Record<OrderKind, string>>;
  readonly id: string;
  readonly transaction: string;
  readonly qrCode: string;
  readonly qrPicture: string;
  readonly qrAlt: string;
  readonly qrLink: string;
  readonly qrDownload: string;
  readonly status: string;
  readonly amount: string;
  readonly received: string;
  readonly refunded: string;
  readonly reversed: string;
  readonly method: string;
  readonly reference: string;
  readonly bankReference: string;
  readonly customer: string;
  readonly fromAccount: string;
  readonly paidFrom: string;
  readonly otherPayer: string;
  readonly toAccount: string;
  readonly toToken: string;
  readonly payment: string;
  readonly reason: string;
  readonly failure: string;
  readonly created: string;
  readonly expires: string;
  readonly completed: string;
  readonly page: string;
  readonly openPage: string;
  readonly metadata: string;
  readonly metadataCut: string;
}

/** What is said of what happened to it. */
export interface EntryTexts {
  readonly created: Readonly<Record<OrderKind, string>>;
  readonly byApi: string;
  readonly byKey: (name: string, hint: string) => string;
  readonly byPerson: (name: string) => string;
  readonly reported: Readonly<
    Record<'in' | 'out', Readonly<Record<Part<'callback'>['heard'], string>>>
  >;
  readonly answered: Readonly<
    Record<'in' | 'out', Readonly<Record<Part<'callback'>['heard'], string>>>
  >;
  readonly outcomes: Readonly<Record<CallbackOutcome, string>>;
  readonly waiting: string;
  readonly transfer: string;
  readonly causes: Readonly<Record<Cause, string>>;
  readonly postings: Readonly<Record<TransferKind, string>>;
  readonly exceptions: Readonly<Record<ExceptionKind, string>>;
  readonly exceptionOpen: string;
  readonly exceptionResolved: string;
  readonly resolutions: Readonly<Record<Resolution, string>>;
  readonly slip: string;
  readonly slips: Readonly<Record<SlipStatus, string>>;
  readonly slipSays: (bank: string) => string;
  readonly verifications: Readonly<Record<'verified' | 'mismatch' | 'pending', string>>;
  readonly otherReference: string;
  readonly duplicate: string;
  readonly duplicateOf: string;
  readonly picture: string;
  readonly event: string;
  readonly attempt: (number: number) => string;
  readonly took: (ms: number) => string;
  readonly noAnswer: string;
  readonly answer: string;
  readonly refundAsked: string;
  readonly refundEnded: Readonly<Record<'succeeded' | 'failed', string>>;
  readonly ended: string;
  readonly sentAgain: string;
  readonly operator: string;
}

/** Why an order moved, but for what the bank said. */
export type Cause = 'deadline' | 'merchant' | 'accepted' | 'unknown' | 'inquiry' | 'operator';

export interface StoryTexts {
  readonly facts: FactTexts;
  readonly entries: EntryTexts;
  readonly details: string;
  readonly story: string;
  readonly storyHint: string;
  readonly refund: string;
  readonly expire: string;
  readonly expireQuestion: string;
  readonly tooLate: (status: string) => string;
  readonly refunds: string;
  readonly moreRefunds: string;
  readonly deliveries: string;
  readonly deliveriesHint: string;
  readonly moreDeliveries: string;
  readonly deliveryStates: Readonly<Record<TimelineDelivery['status'], string>>;
  readonly attempts: (count: number) => string;
  readonly nextAttempt: string;
  readonly resend: string;
  readonly webhookOff: string;
}

export const storyTexts: Readonly<Record<Language, StoryTexts>> = { th, en };
