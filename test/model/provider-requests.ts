import type { Processing } from './commands';
import { applyInbox, hasMoved, move, open } from './evidence';
import { done, onward, type Step, type Stepped } from './steps';
import {
  change,
  changeRequest,
  isOpen,
  movementOf,
  orderOf,
  reportKey,
  type Order,
  type Request,
  type Report,
  type World,
} from './world';

const DENIALS_MAX = 2;
/** Calls without an answer before an exception is opened. */
const FAILED_CALLS_MAX = 10;

/** A request as it was first read. */
type Seen = Request & { readonly hasMoved: boolean };

/**
 * Processing of an order with a provider request: applies pending callbacks, then submits or
 * inquires if due. Each step is one access to the database; other processing or an operator can run
 * in between.
 */
export const advanceRequest =
  (tag: string, bank: Processing): Step =>
  (world) => {
    const { request, inbox } = orderOf(world, tag);
    if (request === null) throw new Error(`${tag} has no provider request`);
    const proceed = proceedWith(tag, bank, { ...request, hasMoved: hasMoved(world, tag) });
    return inbox.length > 0
      ? onward(world, (now) => proceed(applyInbox(now, tag)))
      : proceed(world);
  };

const proceedWith =
  (tag: string, bank: Processing, seen: Seen): Step =>
  (world) => {
    const order = orderOf(world, tag);
    return isOpen(order) ? onward(world, nextStep(tag, bank, seen, order)) : done(world);
  };

/** The next step by the request as it was first read. */
function nextStep(tag: string, bank: Processing, seen: Seen, { status }: Order): Step {
  const { claim, next } = seen;
  if (next === 'later') return done;
  if (claim === 'none') {
    const isUnsent = status === 'pending' && !seen.hasMoved;
    return isUnsent ? submit(tag, bank, seen, 0) : inquire(tag, bank, seen);
  }
  return next === 'unplanned' && claim === 'fresh' ? done : inquire(tag, bank, seen);
}

const failed = {
  outcome: 'failed',
  satang: null,
  transaction: null,
  payer: null,
  movement: null,
} as const;

/** The submission is claimed before the call, by one of all that read the same state. */
const submit =
  (tag: string, bank: Processing, seen: Seen, denials: number): Step =>
  (world) => {
    const order = orderOf(world, tag);
    const { request } = order;
    const isClaimable = request?.claims === seen.claims && request.next !== 'later';
    if (!isOpen(order) || order.inbox.length > 0 || !isClaimable) return done(world);
    if (hasMoved(world, tag)) return done(world);
    const claimed = changeRequest(world, tag, (request) => ({
      claim: 'fresh',
      next: 'unplanned',
      claims: request.claims + 1,
      denials: request.denials + denials,
      accepted: false,
    }));
    const after = { ...seen, claims: seen.claims + 1 };
    switch (bank.sent) {
      case 'dies':
        return done(claimed, 'died');
      case 'unreachable':
        return onward(claimed, failedCalls(tag, after, 'none'));
      case 'refused':
        return onward(claimed, answered(tag, after, failed));
      case 'accepted':
        return onward(claimed, sent(tag, after, { accepted: true }));
      case 'unknown':
        return onward(claimed, sent(tag, after));
    }
  };

const inquire =
  (tag: string, bank: Processing, seen: Seen): Step =>
  (world) => {
    switch (bank.found) {
      case 'unreachable':
        return failedCalls(tag, seen, null)(world);
      case 'waiting':
        return sent(tag, seen, { accepted: true })(world);
      case 'not_found':
        return seen.denials < DENIALS_MAX && !seen.hasMoved && !seen.accepted
          ? submit(tag, bank, seen, 1)(world)
          : onward(openUnknown(world, tag), sent(tag, seen));
      case 'failed':
        return answered(tag, seen, failed)(world);
      case 'succeeded':
      case 'other amount': {
        const found = bank.found === 'succeeded' ? 'A' : 'short';
        const { name, satang, transaction } = movementOf(orderOf(world, tag), found);
        const moved = { satang, transaction, payer: null, movement: name };
        return answered(tag, seen, { outcome: 'succeeded', ...moved }, { accepted: true })(world);
      }
    }
  };

function openUnknown(world: World, about: string): World {
  const kind = 'unknown_outcome';
  const isThere = world.exceptions.some(
    (each) => each.kind === kind && each.about === about && each.resolution === null,
  );
  if (isThere) return world;
  return open(world, { kind, about, report: null, suspended: 0, resolution: null });
}

/** Records the result, unless another submission has been claimed since. */
function recorded(world: World, tag: string, seen: Seen, to: Partial<Request>): World {
  return changeRequest(world, tag, ({ claims }) =>
    claims === seen.claims ? { next: 'later', failedCalls: 0, ...to } : {},
  );
}

const failedCalls =
  (tag: string, seen: Seen, claim: 'none' | null): Step =>
  (world) => {
    const failedCalls = seen.failedCalls + 1;
    const last: Step = (now) =>
      done(recorded(now, tag, seen, { failedCalls, ...(claim === null ? {} : { claim }) }));
    return failedCalls === FAILED_CALLS_MAX ? onward(openUnknown(world, tag), last) : last(world);
  };

/** The provider has the request, or may have it. */
const sent =
  (tag: string, seen: Seen, to: Partial<Request> = {}): Step =>
  (world) =>
    done(applyInbox(move(recorded(world, tag, seen, to), tag, 'send'), tag));

const applyRepeat =
  (tag: string): Step =>
  (world): Stepped =>
    done(applyInbox(world, tag));

/**
 * Stores the answer like a callback, unless it repeats an open exception or is a failure of an
 * outdated claim.
 */
const answered =
  (tag: string, seen: Seen, content: Omit<Report, 'isAnswer'>, to: Partial<Request> = {}): Step =>
  (world) => {
    const report = { ...content, isAnswer: true };
    const isOld = world.exceptions.some(
      (each) =>
        each.about === tag &&
        each.resolution === null &&
        each.report?.isAnswer === true &&
        reportKey(each.report) === reportKey(report),
    );
    const isOutdated = orderOf(world, tag).request?.claims !== seen.claims;
    if (isOutdated && content.outcome === 'failed') return done(world);
    const kept = isOld ? world : change(world, tag, ({ inbox }) => ({ inbox: [...inbox, report] }));
    return onward(recorded(kept, tag, seen, to), applyRepeat(tag));
  };
