import type { CannotResolveWhy } from '../../../application/exceptions/cannot-resolve';
import type { ExceptionKind, Resolution } from '../../../domain/exception';
import type { Account } from '../../../domain/ledger';
import type { OrderKind } from '../../../domain/order';
import type { Rest } from '../../../domain/resolution';
import type { Language } from '../../checkout/language';
import { en } from './en';
import { th } from './th';

/** Why an exception could not be resolved, told to who tried. */
export type Fault = Exclude<CannotResolveWhy, 'unknown'>;

/** What a resolution would do, with the sum that it is about. */
export interface Way {
  readonly name: string;
  readonly when: string;
  readonly does: (money: string) => string;
}

export interface ExceptionTexts {
  readonly open: string;
  readonly resolved: string;
  readonly state: string;
  readonly all: string;
  readonly kind: string;
  readonly filter: string;
  readonly none: string;
  readonly noneHint: string;
  readonly noneResolved: string;
  readonly opened: string;
  readonly about: string;
  readonly money: string;
  readonly merchant: string;
  readonly unknownMerchant: string;
  readonly kinds: Readonly<Record<ExceptionKind, string>>;
  readonly kindHints: Readonly<Record<ExceptionKind, string>>;
  readonly orders: Readonly<Record<OrderKind, string>>;
  readonly suspended: string;
  readonly nothingSuspended: string;
  readonly order: string;
  readonly balance: string;
  readonly balanceOf: (available: string, held: string) => string;
  readonly decide: string;
  readonly decideHint: string;
  readonly choose: string;
  readonly mayNot: string;
  readonly decided: string;
  readonly decidedBy: string;
  readonly decidedAs: string;
  readonly reason: string;
  readonly reasonHint: string;
  readonly wouldPost: string;
  readonly postsNothing: string;
  readonly from: string;
  readonly to: string;
  readonly balanceAfter: string;
  readonly confirm: string;
  readonly divide: string;
  readonly divideHint: (money: string, exactly: boolean) => string;
  readonly preview: string;
  readonly doesNotFit: string;
  readonly rest: string;
  readonly rests: Readonly<Record<Rest, string>>;
  readonly restHints: Readonly<Record<Rest, string>>;
  readonly assignOrder: string;
  readonly assignMerchant: string;
  readonly assignHint: string;
  readonly correct: string;
  readonly correctHint: string;
  readonly correctConfirm: string;
  readonly confirmTitle: (way: string) => string;
  readonly final: string;
  readonly back: string;
  readonly accounts: Readonly<Record<Account, string>>;
  readonly waysIn: Readonly<Record<Resolution, Way>>;
  readonly waysOut: Partial<Readonly<Record<Resolution, Way>>>;
  readonly faults: Readonly<Record<Fault, string>>;
  readonly others: string;
  readonly next: string;
  readonly first: string;
}

export const exceptionTexts: Readonly<Record<Language, ExceptionTexts>> = { th, en };
