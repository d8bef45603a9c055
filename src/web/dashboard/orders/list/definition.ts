import type { Session } from '../../../../application/accounts/find-session';
import type { Browsing, Filter } from '../../../../application/orders/list-orders';
import type { Html } from '../../../../lib/html';
import type { ApiDeps } from '../../../../http/api-deps';
import type { Position } from '../../../../http/cursor';
import type { Language } from '../../../checkout/language';
import type { Described } from '../parts';
import type { Columns } from './csv';

/** What the dashboard lists; also the last part of the list's address. */
export type Noun = 'payments' | 'deposits' | 'withdrawals' | 'refunds' | 'transactions';

/** One line of a list. */
export interface Row {
  /** Where all of it is told. */
  readonly path: string;
  readonly name: string;
  readonly detail: string | null;
  /** Stands in a column of its own, whose heading is the noun's. */
  readonly about: Html | string | null;
  readonly status: Html;
  readonly statusNote: string | null;
  /** What should be looked at, beside the status. */
  readonly warning: string | null;
  readonly amountSatang: number;
  readonly amountNote: string | null;
}

/** What belongs to one noun alone; the rest of a list is the same for all. */
export interface ListDefinition<Item extends Position, Status extends string> {
  readonly noun: Noun;
  readonly kind: Described;
  /** As they are offered. */
  readonly statuses: readonly [Status, ...Status[]];
  /** Whether it has a filter for what an unexpected account paid. */
  readonly hasPayers: boolean;
  readonly browse: (
    deps: Pick<ApiDeps, 'db'>,
    merchant: Session['merchant'],
    asked: Filter & { readonly status?: Status },
  ) => Browsing<Item>;
  readonly row: (item: Item, language: Language) => Row;
  /** Of its CSV. */
  readonly columns: Columns<Item>;
}
