import { findTrace } from '../../db/webhooks/events';
import type { TraceParent } from '../../lib/tracing';
import type { Deps } from '../deps';

/**
 * Begins the span of a callback in the trace of the order that it names, or else in a new trace.
 * Null unless it is sampled. Without tracing there is no query.
 */
export async function joinTrace(
  { db, trace }: Pick<Deps, 'db' | 'trace'>,
  named: string,
): Promise<TraceParent | null> {
  if (trace === undefined) return null;
  return trace.begin(await findTrace(db, named))?.traceParent ?? null;
}
