import { type Columns, zoned } from '../../pages/kit/files/columns';
import type { StatementLine } from '../read-statement';

export const statementColumns: Columns<StatementLine> = {
  [zoned('effective_at')]: ({ effectiveAt }) => effectiveAt,
  [zoned('posted_at')]: ({ createdAt }) => createdAt,
  entry_id: ({ id }) => (id === null ? null : `ent_${id}`),
  type: ({ kind }) => kind,
  order_id: ({ orderId }) => orderId,
  reference: ({ reference }) => reference,
  available: ({ change }) => BigInt(change.availableSatang),
  held: ({ change }) => BigInt(change.heldSatang),
  available_after: ({ balance }) => BigInt(balance.availableSatang),
  held_after: ({ balance }) => BigInt(balance.heldSatang),
  pending: ({ change }) => BigInt(change.pendingSatang),
  pending_after: ({ balance }) => BigInt(balance.pendingSatang),
  currency: () => 'THB',
};
