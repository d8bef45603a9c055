import { storeAnswer } from './callbacks/store/callbacks';
import { matchPayer, payerColumns } from './store/payers';
import type { ProviderOutcome } from '../ledger/rules/movement';
import type { Failure } from './rules/kinds/definition';
import { newId } from '../platform/new-id';
import type { CallbackPayer, Found } from '../providers/connectors/connector';
import type { Deps } from '../deps';

/** One movement or failure in a provider's answer. */
export interface Outcome {
  readonly reported: ProviderOutcome;
  readonly failure: Failure | null;
  readonly transactionId?: string | null;
  readonly amountSatang?: number;
  readonly costSatang?: number;
  readonly movedAt?: Date | null;
  readonly payer?: CallbackPayer | null;
  readonly returnId?: string;
  readonly isPartlyReturned?: boolean;
}

export function outcomesOf(found: Found | null): readonly Outcome[] {
  if (found === null || found.kind === 'not_found' || found.kind === 'unreachable') return [];
  const { reversed = [] } = found;
  const returned = new Set(reversed.map(({ transactionId }) => transactionId));
  const failures =
    found.kind === 'failed'
      ? [{ reported: 'failed', failure: found, ...found.movement } as const]
      : [];
  const received = found.kind === 'succeeded' ? found.movements : [];
  const failure = null;
  return [
    ...failures,
    ...received.map((movement) => {
      const isPartlyReturned = returned.has(movement.transactionId);
      return { reported: 'succeeded', failure, isPartlyReturned, ...movement } as const;
    }),
    ...reversed.map((one) => ({ reported: 'reversed', failure, ...one }) as const),
  ];
}

/**
 * Stores evidence of the account, or else of the order's account, to be applied like a callback.
 * The stored body is sealed.
 */
export async function storeOutcome(
  deps: Pick<Deps, 'db' | 'vault'>,
  orderId: string,
  outcome: Outcome,
  accountId: string | null = null,
): Promise<void> {
  const { reported, failure, payer = null, movedAt = null } = outcome;
  await storeAnswer(deps.db, {
    id: newId('cb_'),
    orderId,
    accountId,
    reported,
    transactionId: outcome.transactionId ?? null,
    amountSatang: outcome.amountSatang ?? null,
    costSatang: outcome.costSatang ?? null,
    movedAt,
    ...payerColumns(deps.vault, payer),
    payerMatches: await matchPayer(deps, orderId, payer),
    returnId: outcome.returnId ?? null,
    isPartlyReturned: outcome.isPartlyReturned ?? false,
    failure: failure === null ? null : { code: failure.code, message: failure.message },
    bodySealed: deps.vault.seal(JSON.stringify(outcome), 'callbacks.body'),
  });
}
