import type { Installation } from '../installation/installation';
import { bankOfOrder, type RunContext } from '../load/run-context';
import type { Decision } from '../load/run-log';
import { readOpen, readOrders } from '../verdict/read-database';
import type { OpenFact } from '../verdict/facts';
import { kindAtBank } from './decide-requests';

interface Unknown {
  readonly id: string;
  readonly orderId: string;
  readonly merchantId: string;
  readonly kind: 'withdrawal' | 'refund' | 'payment';
}

/**
 * The operator's part: releases each order with an unknown outcome that is not in the bank's book.
 * The gateway opens that exception after repeated inquiries that the bank answered with 404.
 */
export async function releaseUnknown(
  installation: Installation,
  context: RunContext,
): Promise<void> {
  const { rows } = (await installation.db.raw(
    `select exceptions.id, orders.id as "orderId", orders.kind,
            orders.merchant_id as "merchantId"
     from exceptions join orders on orders.id = exceptions.order_id
     where exceptions.kind = 'unknown_outcome' and resolved_at is null
       and orders.status in ('pending', 'processing')`,
  )) as { rows: readonly Unknown[] };
  for (const { id, orderId, kind, merchantId } of rows) {
    const bank = bankOfOrder(context, { merchantId });
    if ((await bank.find(kindAtBank(kind), orderId)) !== null) continue;
    const how = [
      '--as',
      'release',
      '--by',
      'operator',
      '--reason',
      'The bank has no such request.',
    ];
    await installation.gateway(['exceptions', 'resolve', id, ...how]);
  }
}

/**
 * Resolves the exceptions of contradictory evidence, as an operator who has asked the bank. Money
 * in suspense is first: a correction depends on its resolution.
 */
export async function resolveEvidence(
  installation: Installation,
  { log }: RunContext,
  print: (line: string) => void,
): Promise<void> {
  const open = (await readOpen(installation.db)).toSorted(
    (a, b) => b.suspendedSatang - a.suspendedSatang,
  );
  for (const exception of open) {
    const decision = log.decisions.get(exception.about);
    const way = decision?.ways.find((each) => isFor(each, exception));
    if (decision === undefined || way === undefined) continue;
    const args = ['exceptions', 'resolve', exception.id, '--as', writtenAs(way.parts)];
    args.push('--by', 'operator', '--reason', 'The bank confirmed the movements.');
    if (way.rest !== null) args.push('--rest', way.rest);
    if (way.parts.some(([as]) => as === 'assign')) args.push('--merchant', decision.merchantId);
    try {
      await installation.gateway(args);
    } catch (error) {
      // May be rejected temporarily, for example during an inquiry.
      print(`${exception.kind} ${exception.id} not resolved: ${String(error)}`);
    }
  }
}

/** Returns money beyond a payment link to its payer in one step. */
export async function returnBeyond(
  installation: Installation,
  context: RunContext,
  print: (line: string) => void,
): Promise<void> {
  for (const { id, about, merchantId, suspendedSatang } of await readBeyond(
    installation,
    context,
  )) {
    const args = ['exceptions', 'resolve', id, '--by', 'operator'];
    args.push('--reason', 'The payment link has ended.');
    try {
      await installation.gateway([...args, '--as', writtenAs([['refund', suspendedSatang]])]);
      const returned = { exceptionId: id, orderId: about, amountSatang: suspendedSatang };
      context.log.returned.push({ ...returned, merchantId: merchantId ?? '' });
    } catch (error) {
      print(`beyond_link ${id} not resolved: ${String(error)}`);
    }
  }
}

/** The open exceptions of the links whose money an operator returns. */
export async function readBeyond(
  { db }: Pick<Installation, 'db'>,
  { log }: RunContext,
): Promise<readonly OpenFact[]> {
  const open = (await readOpen(db)).filter(({ kind }) => kind === 'beyond_link');
  if (open.length === 0) return [];
  const returning = new Set(log.links.flatMap((each) => (each.isReturned ? [each.linkId] : [])));
  const orders = new Map((await readOrders(db)).map((order) => [order.id, order.paymentLinkId]));
  return open.filter(({ about }) => returning.has(orders.get(about) ?? ''));
}

type Way = Decision['ways'][number];

function isFor({ kind, isSuspended, parts }: Way, exception: OpenFact): boolean {
  if (kind !== exception.kind || isSuspended !== exception.suspendedSatang > 0) return false;
  const satang = parts.reduce((sum, [, each]) => sum + each, 0);
  return !isSuspended || satang === exception.suspendedSatang;
}

/** `accept=60,return=40.50`. */
const writtenAs = (parts: Way['parts']): string =>
  parts
    .map(([as, satang]) => (as === 'dismiss' ? as : `${as}=${(satang / 100).toFixed(2)}`))
    .join(',');
