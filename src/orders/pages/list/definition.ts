import type { MerchantSession } from '../../../people/sessions';
import type { Browsing, Filter } from '../../list-orders';
import type { VNode } from 'preact';
import type { ApiDeps } from '../../../http/api-deps';
import type { Position } from '../../../http/cursor';
import type { Role } from '../../../kernel/rules/role';
import type { Described } from '../kind-texts';
import type { Language } from '../../../pages/kit/language';
import type { Columns } from '../../../pages/kit/files/columns';

/** Name of the list and last path segment of its URL. */
export const nounOf = (kind: Described) => `${kind}s` as const;

export interface Row {
  readonly path: string;
  readonly name: string;
  readonly detail: string | null;
  /** The column that differs per list. */
  readonly about: VNode | string | null;
  readonly status: VNode;
  readonly statusNote: string | null;
  /** Shown beside the status; null: none. */
  readonly warning: string | null;
  readonly amountSatang: number;
  readonly amountNote: string | null;
}

export interface Listed extends Position {
  readonly completedAt: Date | null;
}

export interface ListDefinition<Item extends Listed, Status extends string> {
  readonly kind: Described;
  /** In display order. */
  readonly statuses: readonly [Status, ...Status[]];
  readonly hasPayers: boolean;
  /** The form that creates one by hand, for a role. */
  readonly form?: {
    readonly path: string;
    readonly role: Role;
    readonly label: (language: Language) => string;
  };
  readonly browse: (
    deps: Pick<ApiDeps, 'db'>,
    merchant: MerchantSession['merchant'],
    asked: Filter & { readonly status?: Status },
  ) => Browsing<Item>;
  readonly row: (item: Item, language: Language) => Row;
  readonly columns: Columns<Item>;
}
