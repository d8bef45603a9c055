import {
  feeKindNames,
  isOfOrder,
  kindsOfTransfers,
  pendingKindNames,
  transferKinds,
  type Origin,
  type TransferKind,
} from '../rules/ledger';

const kindsOf = (origin: Origin, without: readonly TransferKind[]): readonly TransferKind[] =>
  kindsOfTransfers.filter(
    (kind) => transferKinds[kind].needs.includes(origin) && !without.includes(kind),
  );

const byOrder = kindsOf('order', []);
const listed = (kinds: readonly TransferKind[]) => kinds.map((kind) => `'${kind}'`).join(', ');
const byCallback = kindsOf('callback', byOrder);

/**
 * The order is a row of `subject`. Transfers are found by the first of their origins (see
 * ledger.ts); each condition is that of an index.
 */
export const transfersOfSubject = (select: string): string =>
  [
    ...byOrder
      .filter((kind) => !isOfOrder(kind))
      .map(
        (kind) => `${select}
    from subject join transfers on transfers.order_id = subject.id
    where transfers.kind = '${kind}'`,
      ),
    ...[feeKindNames, pendingKindNames].map(
      (kinds) => `${select}
    from subject join transfers on transfers.order_id = subject.id
    where transfers.kind in (${listed(kinds)})`,
    ),
    ...byCallback.map(
      (kind) => `${select}
    from subject join callbacks on callbacks.order_id = subject.id
    join transfers on transfers.callback_id = callbacks.id and transfers.kind = '${kind}'`,
    ),
    `${select}
    from subject join exceptions on exceptions.order_id = subject.id
    join transfers on transfers.exception_id = exceptions.id
      and transfers.exception_id is not null
      and transfers.kind not in (${listed(byOrder)})`,
  ].join('\n    union all ');
