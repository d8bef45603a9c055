import { groupBy } from '../group-by';
import type { CallbackFact, Check } from './facts';

/** A callback that was answered 201 is in the inbox, as often as it was answered so. */
export const toldIsKept: Check = ({ told, callbacks }) => {
  const kept = groupBy(callbacks, wordOf);
  return [...groupBy(told, wordOf)].flatMap(([word, times]) => {
    const keptTimes = kept.get(word)?.length ?? 0;
    if (keptTimes >= times.length) return [];
    const what = `${times.length} callbacks were accepted, ${keptTimes} kept: ${word}`;
    return [{ kind: 'lost', subject: times[0]?.orderId ?? '', what }];
  });
};

/**
 * A transfer that was told of first without its id has been given it since; so the id of what was
 * told without one says nothing.
 */
const wordOf = ({ orderId, heard, transactionId, amountSatang }: CallbackFact): string =>
  `${orderId} ${heard} ${amountSatang === null ? 'bare' : `${transactionId} ${amountSatang}`}`;
