import type { KeyHolder } from '../../kernel/merchants/store';
import { storeNotedCallback } from './store/callbacks';
import { allows } from '../../kernel/rules/permission';
import { orProblem, Problem } from '../../kernel/rules/problem';
import type {
  CallbackReading,
  ProviderAccount,
  ProviderReport,
  RawCallback,
} from '../../providers/connectors/connector';
import { authenticateMerchant, unauthorized } from '../../merchants/authenticate';
import type { Deps } from '../../deps';
import { newId } from '../../platform/new-id';
import { acceptCallback, refuseCallback, senderAt, type CallbackSender } from './accept-callback';
import { receiveHint } from './receive-hint';

/** A merchant only in a sandbox. */
export type CallbackCaller =
  | { readonly kind: 'provider'; readonly account: ProviderAccount }
  | { readonly kind: 'merchant'; readonly merchant: KeyHolder; readonly account: ProviderAccount };

/**
 * By the connector of the account, or in a sandbox by a merchant's key. In live mode no merchant
 * key is accepted, because merchants could mark their own orders as paid, and none where the
 * provider signs its callbacks. Throws Problem `unauthorized`, or `permission_denied` for a key
 * without `callbacks:write`.
 */
export async function authenticateCallback(
  deps: Pick<Deps, 'batched' | 'config' | 'providers'>,
  received: Pick<RawCallback, 'headers' | 'body'>,
): Promise<CallbackCaller> {
  const account = deps.providers.default;
  // Where callbacks are hints, nothing but the token of another endpoint authenticates them.
  const { connector } = account;
  const callback = { ...received, topic: null, receivedAt: new Date() };
  if (connector.traits.callback === 'proof' && connector.verifyCallback(callback, account)) {
    return { kind: 'provider', account };
  }
  if (connector.signsCallbacks?.(account.settings) === true) throw notAuthentic();
  const { authorization } = received.headers;
  if (deps.config.mode !== 'sandbox') throw unauthorized(authorization);
  const merchant = await authenticateMerchant(deps, authorization);
  if (!allows(merchant.permissions, 'callbacks:write')) throw new Problem('permission_denied');
  return { kind: 'merchant', merchant, account };
}

/**
 * By the token in the URL and by the connector. Throws Problem `not_found` for an unknown token,
 * and `unauthorized`.
 */
export async function authenticateAccountCallback(
  { providers }: Pick<Deps, 'providers'>,
  { connector, token, topic }: AccountPath,
  received: Pick<RawCallback, 'headers' | 'body'>,
): Promise<CallbackCaller> {
  const account = orProblem(await providers.findByToken(connector, token), 'not_found');
  const callback = { ...received, topic: topic ?? null, receivedAt: new Date() };
  if (account.connector.verifyCallback(callback, account)) return { kind: 'provider', account };
  throw notAuthentic();
}

const notAuthentic = () =>
  new Problem('unauthorized', { message: 'The callback is not authentic.' });

export interface AccountPath {
  readonly connector: string;
  readonly token: string;
  readonly topic?: string;
}

/** `applied`: whether all reports have been applied; if not, they will be. */
export type Received =
  | { readonly kind: 'stored'; readonly callbackId: string; readonly applied: boolean }
  | { readonly kind: 'ignored' };

/** Accepts the connector's reports or the hint. Throws the Problem for the sender. */
export async function receiveCallback(
  deps: Deps,
  caller: CallbackCaller,
  raw: RawCallback,
): Promise<Received> {
  const { account } = caller;
  const reading = account.connector.readCallback(raw, account);
  switch (reading.kind) {
    case 'unreadable':
      throw reading.problem;
    case 'ignored':
      return { kind: 'ignored' };
    case 'hint': {
      const callbackId = newId('cb_');
      await acceptHint(deps, account, reading, raw, callbackId);
      return { kind: 'stored', callbackId, applied: false };
    }
    case 'refused': {
      const { problem, report } = reading;
      // Anyone who knows the callback URL could fill the table.
      if (account.connector.traits.callback !== 'proof') throw problem;
      const refused = { ...report, ...storedPartOf(account, raw) };
      return refuseCallback(deps, senderOf(caller), refused, problem);
    }
    case 'reports':
      return acceptReports(deps, caller, reading.reports, raw);
  }
}

/** The platform's account may be called by a merchant, in a sandbox. */
const senderOf = (caller: CallbackCaller): CallbackSender =>
  caller.account.merchantId === null ? caller : senderAt(caller.account);

/**
 * A signed event that the connector does not interpret is stored: without a signature, anyone who
 * knows the callback URL could fill the table.
 */
async function acceptHint(
  deps: Deps,
  account: ProviderAccount,
  { about, event }: Extract<CallbackReading, { kind: 'hint' }>,
  raw: RawCallback,
  id: string,
): Promise<void> {
  const { orderId, isInquired } = await receiveHint(deps, account, about);
  recordHint(deps, account, isInquired ? orderId : null, raw);
  const { settings, connector } = account;
  if (orderId === null || event === undefined) return;
  if (connector.signsCallbacks?.(settings) !== true) return;
  const { accountId, body } = storedPartOf(account, raw);
  const bodySealed = deps.vault.seal(body, 'callbacks.body');
  await storeNotedCallback(deps.db, { id, accountId, orderId, event, bodySealed });
}

function recordHint(
  { exchangeLog }: Pick<Deps, 'exchangeLog'>,
  account: ProviderAccount,
  orderId: string | null,
  { body, topic, receivedAt: startedAt }: RawCallback,
): void {
  const callback = {
    orderId,
    method: 'POST',
    // Without the token.
    path: topic ?? '',
    requestBody: body.toString('utf8'),
    statusCode: null,
    responseBody: null,
    reason: null,
    startedAt,
    durationMs: 0,
  };
  exchangeLog.record(account, callback, 'in');
}

const storedPartOf = ({ id: accountId }: ProviderAccount, { body }: RawCallback) => ({
  accountId,
  // JSON may begin with a byte order mark, which is not part of it.
  body: body.toString('utf8').replace(/^\uFEFF/, ''),
});

async function acceptReports(
  deps: Deps,
  caller: CallbackCaller,
  reports: readonly ProviderReport[],
  raw: RawCallback,
): Promise<Received> {
  const { account } = caller;
  if (account.connector.traits.callback !== 'proof') {
    throw new Error(`a callback of the connector ${account.connector.name} proves nothing`);
  }
  const accepted = await Promise.all(
    reports.map(async (report) => {
      const stored = { ...report, ...storedPartOf(account, raw) };
      const callback = await acceptCallback(deps, senderOf(caller), stored);
      const { orderKind: route, outcome } = report;
      deps.metrics.callbacks.inc({ route, outcome, applied: String(callback.applied) });
      return callback;
    }),
  );
  const [first] = accepted;
  if (first === undefined) return { kind: 'ignored' };
  const applied = accepted.every((callback) => callback.applied);
  return { kind: 'stored', callbackId: first.callbackId, applied };
}
