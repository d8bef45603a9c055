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
/** The kinds of each index by the order. */
const byIndex: readonly (readonly TransferKind[])[] = [
  ...byOrder.filter((kind) => !isOfOrder(kind)).map((kind) => [kind]),
  feeKindNames,
  pendingKindNames,
];

/**
 * The order of a common table expression `subject`. Beside a join with it, Postgres would plan each
 * part as a join.
 */
export const subjectId = '(select id from subject)';

/**
 * Transfers are found by the first of their origins (see ledger.ts); each condition is that of an
 * index.
 */
export const transfersOfSubject = (select: string): string =>
  [
    `${select}
    from transfers where order_id = ${subjectId} and (${byIndex
      .map((kinds) => `transfers.kind in (${listed(kinds)})`)
      .join(' or ')})`,
    ...byCallback.map(
      (kind) => `${select}
    from callbacks join transfers on transfers.callback_id = callbacks.id
      and transfers.kind = '${kind}'
    where callbacks.order_id = ${subjectId}`,
    ),
    `${select}
    from exceptions join transfers on transfers.exception_id = exceptions.id
      and transfers.exception_id is not null
      and transfers.kind not in (${listed(byOrder)})
    where exceptions.order_id = ${subjectId}`,
  ].join('\n    union all ');
