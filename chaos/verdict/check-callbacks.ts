import { groupBy } from '../group-by';
import type { CallbackFact, Check } from './facts';

/** Every callback that was answered 201 is stored, with repetitions. */
export const acceptedCallbacksAreStored: Check = ({ acceptedCallbacks, callbacks }) => {
  const kept = groupBy(callbacks, contentKey);
  return [...groupBy(acceptedCallbacks, contentKey)].flatMap(([content, times]) => {
    const keptTimes = kept.get(content)?.length ?? 0;
    if (keptTimes >= times.length) return [];
    const what = `${times.length} callbacks were accepted, ${keptTimes} stored: ${content}`;
    return [{ kind: 'lost', subject: times[0]?.orderId ?? '', what }];
  });
};

/** A bare callback is compared without an id: the gateway may have completed the id later. */
const contentKey = ({ orderId, outcome, transactionId, amountSatang }: CallbackFact): string =>
  `${orderId} ${outcome} ${amountSatang === null ? 'bare' : `${transactionId} ${amountSatang}`}`;
