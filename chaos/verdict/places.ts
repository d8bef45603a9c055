import { groupBy } from '../group-by';
import type { Facts, OrderFact } from './facts';
import type { OwnedMovement } from './movements';

/** Paid payments of one link, or under one checkout, of which a limited number is credited. */
export interface Contest {
  /** The id of the link, of the first payment under the checkout, or of another order. */
  readonly id: string;
  readonly placesMax: number;
  /** Paid in full by one movement. Their amounts are equal where their number is limited. */
  readonly paid: readonly OrderFact[];
}

/** By link and by checkout. An order of neither is alone. Places come from the run log. */
export function contestsOf(
  movements: readonly OwnedMovement[],
  { links }: Pick<Facts, 'links'>,
): readonly Contest[] {
  const full = movements.filter(
    ({ direction, amountSatang, order }) =>
      direction === 'in' && amountSatang >= order.amountSatang,
  );
  const limits = new Map(links.map(({ linkId, placesMax }) => [linkId, placesMax]));
  const paid = new Set(full.map(({ order }) => order));
  return [...groupBy(paid, contestOf)].map(([id, orders]) => {
    const placesMax = limits.has(id) ? (limits.get(id) ?? Infinity) : 1;
    return { id, placesMax, paid: orders };
  });
}

export const contestOf = ({ id, chainId, paymentLinkId }: OrderFact): string =>
  chainId ?? paymentLinkId ?? id;

/** As many as there are places; which of them is not known. */
export const creditedIn = ({ paid, placesMax }: Contest): readonly OrderFact[] =>
  paid.slice(0, placesMax);

/** The paid orders of which some must not succeed. */
export const contested = (contests: readonly Contest[]): ReadonlySet<OrderFact> =>
  new Set(contests.flatMap((each) => (each.paid.length > each.placesMax ? each.paid : [])));
