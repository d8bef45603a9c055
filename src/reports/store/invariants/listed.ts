import { feeKindNames, pendingKindNames, type TransferKind } from '../../../ledger/rules/ledger';

export const listed = (kinds: readonly TransferKind[]) =>
  kinds.map((kind) => `'${kind}'`).join(', ');

/** Of an order, beside what its money moves. */
export const beside = listed([...feeKindNames, ...pendingKindNames]);

/** What is charged: of an order, or of money that was assigned without one. */
export const charged = listed(feeKindNames.filter((kind) => !kind.endsWith('_fee')));
