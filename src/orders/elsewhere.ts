import { bangkokHour } from '../kernel/rules/bangkok-day';
import {
  afterFailure,
  causeOf,
  failureOf,
  nextStep,
  type AfterFailure,
  type CallAnswer,
  type OpeningCall,
} from '../providers/rules/failover';
import type { RoutingStep } from '../providers/rules/routing';
import type { ProviderAccounts } from '../providers/connectors/connector';
import type { Deps } from '../deps';

interface Needs extends Pick<Deps, 'log'> {
  readonly providers: Pick<ProviderAccounts, 'find' | 'routesOf'>;
}

/** Null when the call has not failed. */
export async function whatFollows(
  { providers }: Needs,
  call: OpeningCall,
  accountId: string,
  answer: CallAnswer,
): Promise<AfterFailure | null> {
  const { connector } = await providers.find(accountId);
  const failure = failureOf(answer, connector.traits.elsewhere);
  return failure === null ? null : afterFailure(call, failure);
}

interface FailedOrder {
  readonly merchantId: string;
  readonly accountId: string;
  readonly amountSatang: number;
  readonly createdAt: Date;
  readonly routing: readonly RoutingStep[] | null;
}

type NextStep = NonNullable<ReturnType<typeof nextStep>>;

/** Null when no account is left. */
export function nextAccount(
  { providers }: Needs,
  { merchantId, createdAt, ...order }: FailedOrder,
  failed: {
    readonly kind: 'qr' | 'payout';
    readonly bankCode: string | null;
    readonly answer: CallAnswer;
    readonly onlyFunded: boolean;
  },
): NextStep | null {
  const hour = bangkokHour(createdAt.getTime());
  const failure = causeOf(failed.answer);
  const routes = providers.routesOf(merchantId);
  return nextStep({ ...order, ...failed, hour, failure }, routes, new Date());
}

export function logMove({ log }: Needs, orderId: string, { accountId, after }: NextStep): void {
  const change = {
    order_id: orderId,
    from: after?.accountId,
    to: accountId,
    cause: after?.failure,
  };
  log.warn(change, 'order moved to another provider account');
}
