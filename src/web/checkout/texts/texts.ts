import type { ProblemCode } from '../../../domain/problem';
import type { PageState, Slip } from '../deposit-view';
import type { Language } from '../language';
import { en } from './en';
import { th } from './th';

/** A state of the deposit: what it is, and what to do about it. */
export interface StateTexts {
  readonly name: string;
  readonly hint: string;
}

/** Why there is no deposit to be seen. */
export interface ProblemTexts {
  readonly title: string;
  readonly hint: string;
}

/** Every word of the pages. A table per language, so that none can lack what the other says. */
export interface Texts {
  readonly skip: string;
  readonly secured: string;
  readonly language: string;
  readonly neverAsked: string;
  readonly provider: string;
  readonly title: (amount: string, merchant: string) => string;
  readonly states: Readonly<Record<Exclude<PageState, 'short'>, StateTexts>> & {
    readonly short: { readonly name: string };
  };
  readonly backTo: (merchant: string) => string;
  readonly shortHint: (received: string, amount: string, merchant: string) => string;
  readonly payTo: string;
  readonly merchant: string;
  readonly amount: string;
  /** As `amount`, where there is nothing to transfer now. */
  readonly ordered: string;
  readonly qrBand: string;
  readonly qrAlt: (amount: string, ref: string) => string;
  readonly timeLeft: string;
  readonly timeIsUp: string;
  /** Spoken when so many minutes are left. */
  readonly minutesLeft: (minutes: number) => string;
  readonly moment: (clock: string, day: string | null) => string;
  readonly save: string;
  readonly saveHint: string;
  readonly rule: (amount: string, moment: string) => string;
  readonly payFrom: string;
  readonly showQr: string;
  readonly showQrHint: string;
  readonly byHand: string;
  readonly byHandHint: string;
  readonly billerId: string;
  readonly billerName: string;
  readonly ref1: string;
  readonly ref2: string;
  readonly copy: string;
  readonly copied: string;
  readonly stepsTitle: string;
  readonly steps: (amount: string, billerName: string) => readonly string[];
  readonly slip: SlipTexts;
  readonly receipt: ReceiptTexts;
  readonly card: CardTexts;
  readonly reload: { readonly pause: string; readonly paused: string; readonly resume: string };
  readonly problems: Readonly<Partial<Record<ProblemCode, ProblemTexts>>>;
  readonly problem: ProblemTexts;
  readonly tryAgain: string;
  readonly requestId: string;
}

type SlipTitle = 'waiting' | 'checking' | 'resend' | 'short' | 'ended';

interface SlipTexts {
  readonly title: Readonly<Record<SlipTitle, string>>;
  readonly hint: string;
  readonly field: string;
  readonly choose: string;
  readonly formats: string;
  readonly send: string;
  readonly another: string;
  readonly sending: string;
  readonly sent: (clock: string) => string;
  readonly status: Readonly<Record<Slip['status'], string>>;
  readonly noneLeft: (merchant: string) => string;
  readonly refused: string;
  readonly refusals: Readonly<Partial<Record<ProblemCode, string>>>;
  readonly unsent: string;
}

interface ReceiptTexts {
  readonly amount: string;
  readonly time: string;
  readonly to: string;
  readonly from: string;
  readonly ref: string;
  readonly received: string;
  readonly tooMuch: (excess: string, merchant: string) => string;
  readonly late: string;
}

interface CardTexts {
  readonly lines: (billerName: string, ref: string, moment: string) => readonly string[];
  readonly footer: string;
}

export const texts: Readonly<Record<Language, Texts>> = { th, en };
