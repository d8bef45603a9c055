import type { Merchant } from '../kernel/merchants/store';
import { bangkokHour } from '../kernel/rules/bangkok-day';
import { Problem } from '../kernel/rules/problem';
import { route, type RoutedOrder, type RoutingStep } from '../providers/rules/routing';
import type { ProviderAccount } from '../providers/connectors/connector';
import type { Deps } from '../deps';

/**
 * Chooses from memory. `routing` is stored with the order; it is null without a choice. Throws
 * Problem `amount_out_of_range` when only the amount prevents an order, and `unavailable` when no
 * account takes such orders now.
 */
export function accountFor(
  deps: Pick<Deps, 'providers'>,
  merchant: Pick<Merchant, 'id'>,
  asked: Omit<RoutedOrder, 'hour'>,
  createdAt: Date,
): { readonly account: ProviderAccount; readonly routing: readonly RoutingStep[] | null } {
  const { candidates, decision } = routeAt(deps, merchant.id, asked, createdAt);
  const chosen = candidates.find(({ accountId }) => accountId === decision.accountId);
  if (chosen === undefined) {
    const isAmount = decision.others.some(({ because }) => because === 'amount');
    if (isAmount) throw new Problem('amount_out_of_range', { message: NO_ACCOUNT_FOR_AMOUNT });
    throw new Problem('unavailable', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  }
  const hasChoice = candidates.length > 1;
  const step = { ...decision, at: createdAt.toISOString(), after: null };
  return { account: chosen.account, routing: hasChoice ? [step] : null };
}

/** Whether an account takes such an order now. */
export const hasAccountFor = (
  deps: Pick<Deps, 'providers'>,
  merchantId: string,
  asked: Omit<RoutedOrder, 'hour'>,
): boolean => routeAt(deps, merchantId, asked, new Date()).decision.accountId !== null;

function routeAt(
  { providers }: Pick<Deps, 'providers'>,
  merchantId: string,
  asked: Omit<RoutedOrder, 'hour'>,
  at: Date,
) {
  const { candidates, rules } = providers.routesOf(merchantId);
  const order = { ...asked, hour: bangkokHour(at.getTime()) };
  return { candidates, decision: route(order, candidates, rules) };
}

const NO_ACCOUNT_FOR_AMOUNT = 'No provider account accepts this amount.';
const RETRY_SECONDS = 30;
