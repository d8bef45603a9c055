import { applyPending } from '../store/apply-transition';
import { releaseKey, type IdempotencyClaim } from '../../kernel/idempotency/store';
import { planInquiry } from '../store/order-inquiries';
import {
  findCreatedQrOrder,
  moveUnopened,
  recordQr,
  type CreatedQrOrder,
} from './store/provider-qr';
import { enqueueDeliveries } from '../../webhooks/store/deliveries';
import type { AfterFailure } from '../../providers/rules/failover';
import type { Failure } from '../rules/kinds/definition';
import { Problem } from '../../kernel/rules/problem';
import { isQrOfAmount } from '../../kernel/rules/promptpay';
import { NOT_OPENED } from '../rules/inquiry-plan';
import type { RoutingStep } from '../../providers/rules/routing';
import { countMoves } from '../../platform/observe/metrics';
import { spanned } from '../../platform/observe/tracing';
import type {
  NotSent,
  Opened,
  OwnQrOrder,
  QrOrder,
  QrOpened,
} from '../../providers/connectors/connector';
import { findOrderOfKey } from '../../kernel/idempotency/idempotency';
import type { Deps } from '../../deps';
import { logMove, nextAccount, whatFollows } from '../elsewhere';
import { encodeOwnQr } from './own-qr';
import { storeOutcome } from '../store-outcome';

/** How long a response waits for the provider's QR code. */
const OPEN_WAIT_MS = 2_500;
const RETRY_SECONDS = 30;

/** Committed without its QR code. */
export interface CreatedOrder extends QrOrder, OwnQrOrder {
  readonly merchantId: string;
  readonly accountId: string;
  readonly createdAt: Date;
  /** Null when there was no choice of an account. */
  readonly routing: readonly RoutingStep[] | null;
}

/**
 * The order of an earlier request with the key. Null when the key is free again, also because the
 * order got no code and never will. Throws Problem `idempotency_key_reused`.
 */
export async function findFirst(
  deps: Deps,
  claim: IdempotencyClaim | null,
): Promise<CreatedQrOrder | null> {
  const orderId = await findOrderOfKey(deps, claim);
  if (claim === null || orderId === null) return null;
  const first = await findCreatedQrOrder(deps.db, orderId);
  if (!isAbandoned(first)) return first;
  await releaseKey(deps.db, claim, orderId);
  return null;
}

/** True for an order that never gets a code although the provider refused none. */
export const isAbandoned = ({ status, payload, failure }: CreatedQrOrder): boolean =>
  payload === null && (status === 'expired' || failure?.code === NOT_OPENED.code);

/** Throws Problem `qr_code_refused`, or `provider_unavailable` while the code is not known. */
export function payloadOf({ payload, failure }: CreatedQrOrder): string {
  if (payload === null) throw problemOf(failure);
  return payload;
}

function problemOf(failure: Failure | null): Problem {
  if (failure !== null && failure.code !== NOT_OPENED.code) {
    const message = `The provider refused the QR code: ${failure.code}. ${failure.message}`;
    return new Problem('qr_code_refused', { message });
  }
  const headers = { 'Retry-After': String(RETRY_SECONDS) };
  return new Problem('provider_unavailable', { headers });
}

/**
 * The provider issues the order's code. Each account is called once for an order, by the request
 * that created it, and the next one after a failure that allows it. The request waits 2.5 seconds
 * and tries no further account after them. A call goes on to its own timeout, and a late result is
 * recorded as well. After an unknown outcome the order's workflow inquires.
 */
export async function openQr(deps: Deps, order: CreatedOrder): Promise<void> {
  const waiting = { isOver: false };
  const recording = openInTurn(deps, order, waiting);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), OPEN_WAIT_MS);
  });
  try {
    if ((await Promise.race([recording, late])) !== 'late') return;
  } finally {
    clearTimeout(timer);
    waiting.isOver = true;
  }
  const { orderId } = order;
  recording.catch((error: unknown) => {
    deps.log.error({ err: error, orderId }, 'QR code that arrived late was not recorded');
  });
}

/** One call at a time: the account changes only after a call that certainly created no code. */
async function openInTurn(
  deps: Deps,
  created: CreatedOrder,
  waiting: { readonly isOver: boolean },
): Promise<void> {
  let order: CreatedOrder | null = created;
  while (order !== null) {
    const { orderId, accountId, amountSatang, expiresAt } = order;
    const opened = await callAccount(deps, { orderId, amountSatang, expiresAt }, accountId);
    deps.metrics.providerCalls.inc({ call: 'open_qr', outcome: opened.kind });
    if (opened.kind === 'unknown') return;
    if (opened.kind === 'opened') return recordOpened(deps, order, opened);
    const follows: AfterFailure | null = await whatFollows(deps, 'qr', accountId, opened);
    const mayMove = follows === 'next';
    const isLate = mayMove && waiting.isOver;
    const next: Moved | null = mayMove && !isLate ? await moveOn(deps, order, opened) : null;
    // A retry may get a code where this request no longer tries.
    const refusal = opened.kind === 'refused' && !isLate ? opened : NOT_OPENED;
    if (next === null) return fail(deps, orderId, pick(refusal));
    order = next === 'shown' ? null : next;
  }
}

function callAccount(deps: Deps, order: QrOrder, accountId: string): Promise<QrOpened> {
  const span = deps.tracer.resume(deps.origin?.traceParent ?? null, {
    name: 'provider openQr',
    kind: 'client',
    attributes: { 'saphan.account_id': accountId },
  });
  const call = () => deps.qrProvider.openQr(order, accountId);
  return spanned(span, call, ({ kind }) => ({ 'saphan.outcome': kind }));
}

const pick = ({ code, message }: Failure): Failure => ({ code, message });

async function recordOpened(
  deps: Deps,
  { orderId, accountId, amountSatang }: CreatedOrder,
  opened: Opened,
): Promise<void> {
  const isOurs = isQrOfAmount(opened.payload, amountSatang);
  if (isOurs && (await recordQr(deps.db, { orderId, accountId, ...opened }))) return;
  deps.log.error({ orderId }, 'QR code of the provider is not usable');
}

/** `shown`: the gateway encodes the code of the new account, and it is stored. */
type Moved = CreatedOrder | 'shown';

/** Null when no account is left. */
async function moveOn(
  deps: Deps,
  order: CreatedOrder,
  answer: Exclude<NotSent, { kind: 'unknown' }>,
): Promise<Moved | null> {
  const { orderId, merchantId, accountId, routing } = order;
  const failed = { kind: 'qr', bankCode: null, answer, onlyFunded: false } as const;
  const step = nextAccount(deps, order, failed);
  const { candidates } = deps.providers.routesOf(merchantId);
  const next = candidates.find((each) => each.accountId === step?.accountId);
  if (step === null || next === undefined) return null;
  const payload = encodeOwnQr(next.account, order);
  if (!(await moveUnopened(deps.db, { orderId, accountId, step, payload }))) return null;
  logMove(deps, orderId, step);
  if (payload !== null) return 'shown';
  return { ...order, accountId: step.accountId, routing: [...(routing ?? []), step] };
}

async function fail(deps: Deps, orderId: string, failure: Failure): Promise<void> {
  const messages = await deps.db.transaction(async (trx) => {
    await storeOutcome({ db: trx, vault: deps.vault }, orderId, { reported: 'failed', failure });
    const failed = await applyPending(trx, orderId);
    await planInquiry(trx, orderId, null);
    if (failed !== null) countMoves(deps.metrics, failed, failed.transitions);
    return enqueueDeliveries(trx, failed?.undispatched.map(({ id }) => id) ?? []);
  });
  deps.outbox.enqueue(messages);
}
