import { toldIsKept } from './check-callbacks';
import { eventsAreGenuine, eventsAreOne, eventsArrived } from './check-events';
import { nothingIsLeft, workflowsFit } from './check-leftovers';
import {
  bookIsKnown,
  bookedIsMoved,
  decisionsFollowTheBank,
  heldIsOpen,
  invariantsHold,
  merchantsHaveTheirOwn,
  movementsAreBooked,
  sumsAgree,
  unownedIsSuspended,
} from './check-money';
import {
  acceptedIsThere,
  answeredRightly,
  nothingUnasked,
  onceAtMost,
  oneAnswer,
} from './check-requests';
import { statesAreExplained } from './check-states';
import type { Check, Facts, Finding } from './facts';

/** All that a run promises, under the names by which a finding tells what was broken. */
export const checks = {
  acceptedIsThere,
  onceAtMost,
  oneAnswer,
  nothingUnasked,
  answeredRightly,
  toldIsKept,
  movementsAreBooked,
  bookedIsMoved,
  decisionsFollowTheBank,
  bookIsKnown,
  merchantsHaveTheirOwn,
  unownedIsSuspended,
  heldIsOpen,
  sumsAgree,
  invariantsHold,
  statesAreExplained,
  eventsArrived,
  eventsAreGenuine,
  eventsAreOne,
  nothingIsLeft,
  workflowsFit,
} satisfies Readonly<Record<string, Check>>;

export interface Judged extends Finding {
  readonly check: string;
}

/** Everything that is wrong; empty when all that was promised was kept. Pure. */
export function judge(facts: Facts): readonly Judged[] {
  return Object.entries<Check>(checks).flatMap(([check, find]) =>
    find(facts).map((finding) => ({ check, ...finding })),
  );
}
