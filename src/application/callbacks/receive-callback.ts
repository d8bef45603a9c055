import type { KeyHolder } from '../../db/accounts/merchants';
import type { OrderKind } from '../../domain/orders';
import { allows } from '../../domain/permission';
import { Problem } from '../../domain/problem';
import type { ProviderAccount, RawCallback } from '../../providers/connector';
import { authenticateMerchant, unauthorized } from '../merchants/authenticate';
import type { Deps } from '../deps';
import { acceptCallback, refuseCallback } from './accept-callback';

/** The sender of a callback: the provider, or in a sandbox a merchant. */
export type CallbackCaller =
  | { readonly kind: 'provider'; readonly account: ProviderAccount }
  | { readonly kind: 'merchant'; readonly merchant: KeyHolder; readonly account: ProviderAccount };

/**
 * Authenticates a callback: by the connector of the account, or in a sandbox by a merchant's key.
 * In live mode no merchant key is accepted, because merchants could mark their own orders as paid.
 * Throws Problem `unauthorized`, or `permission_denied` for a key that only reads.
 */
export async function authenticateCallback(
  deps: Pick<Deps, 'batched' | 'config' | 'providers'>,
  callback: RawCallback,
): Promise<CallbackCaller> {
  const account = deps.providers.default;
  const { connector, settings } = account;
  // A callback that is only a hint would need an inquiry before it moves money.
  if (connector.traits.callback === 'proof' && connector.verifyCallback(callback, settings)) {
    return { kind: 'provider', account };
  }
  const { authorization } = callback.headers;
  if (deps.config.mode !== 'sandbox') throw unauthorized(authorization);
  const merchant = await authenticateMerchant(deps, authorization);
  if (!allows(merchant.permission, 'write')) throw new Problem('permission_denied');
  return { kind: 'merchant', merchant, account };
}

/**
 * Passes an authenticated callback to the connector and accepts its reports. Returns whether all of
 * them have been applied. Throws the Problem for the sender.
 */
export async function receiveCallback(
  deps: Deps,
  caller: CallbackCaller,
  orderKind: OrderKind,
  raw: RawCallback,
): Promise<boolean> {
  const { account } = caller;
  const reading = account.connector.readCallback(raw, orderKind);
  if (reading.kind === 'unreadable') throw reading.problem;
  const received = { accountId: account.id, body: raw.body.toString('utf8') };
  if (reading.kind === 'refused') {
    const { problem, report } = reading;
    return refuseCallback(deps, caller, { ...report, ...received }, problem);
  }
  const applied = await Promise.all(
    reading.reports.map(async (report) => {
      const callback = await acceptCallback(deps, caller, { ...report, ...received });
      const { orderKind: route, outcome: heard } = report;
      deps.metrics.callbacks.inc({ route, heard, applied: String(callback.applied) });
      return callback.applied;
    }),
  );
  return applied.every(Boolean);
}
