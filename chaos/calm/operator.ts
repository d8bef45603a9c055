import type { Installation } from '../installation/installation';
import type { Field } from '../load/field';
import type { Decision } from '../load/notes';
import { readOpen } from '../verdict/read-database';
import type { OpenFact } from '../verdict/facts';
import { kindAtBank } from './clerk';

interface Unknown {
  readonly id: string;
  readonly orderId: string;
  readonly kind: 'withdrawal' | 'refund' | 'payment';
}

/**
 * What an operator does: where the bank has denied a request so often that the gateway does not
 * send it any more, looks into the bank's book, and releases an order that is not in it.
 */
export async function releaseUnknown(installation: Installation, { bank }: Field): Promise<void> {
  const { rows } = (await installation.db.raw(
    `select exceptions.id, orders.id as "orderId", orders.kind
     from exceptions join orders on orders.id = exceptions.order_id
     where exceptions.kind = 'unknown_outcome' and resolved_at is null
       and orders.status in ('pending', 'processing')`,
  )) as { rows: readonly Unknown[] };
  for (const { id, orderId, kind } of rows) {
    if ((await bank.find(kindAtBank(kind), orderId)) !== null) continue;
    const how = ['--as', 'release', '--by', 'operator', '--reason', 'The bank has never had it.'];
    await installation.gateway(['exceptions', 'resolve', id, ...how]);
  }
}

/**
 * Resolves what the provider's reports left in question, as operators do who have asked the bank.
 * Money in suspense comes first: a correction is about what it leaves.
 */
export async function resolveEvidence(
  installation: Installation,
  { notes }: Field,
  say: (line: string) => void,
): Promise<void> {
  const open = (await readOpen(installation.db)).toSorted(
    (a, b) => b.suspendedSatang - a.suspendedSatang,
  );
  for (const exception of open) {
    const decision = notes.decisions.get(exception.about);
    const way = decision?.ways.find((each) => isFor(each, exception));
    if (decision === undefined || way === undefined) continue;
    const args = ['exceptions', 'resolve', exception.id, '--as', writtenAs(way.parts)];
    args.push('--by', 'operator', '--reason', 'The bank was asked what it moved.');
    if (way.rest !== null) args.push('--rest', way.rest);
    if (way.parts.some(([as]) => as === 'assign')) args.push('--merchant', decision.merchantId);
    try {
      await installation.gateway(args);
    } catch (error) {
      // It may be refused for a moment, as while the provider is being asked.
      say(`${exception.kind} ${exception.id} was not resolved: ${String(error)}`);
    }
  }
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
