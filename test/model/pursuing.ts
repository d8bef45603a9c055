import type { Look } from './commands';
import { applyInbox, move, open } from './listening';
import { done, onward } from './steps';
import type { Step, Stepped } from './steps';
import { change, changeRequest, isOpen, movementOf, orderOf, reportKey } from './world';
import type { Order, Request, Word, World } from './world';

const DENIALS_MAX = 2;
/** Calls without an answer before an exception is opened. */
const UNREACHED_MAX = 10;

/**
 * Processing of an order with a provider request: applies pending callbacks, then submits or
 * inquires if due. Each step is one access to the database; other processing or an operator can run
 * in between.
 */
export const advanceRequest =
  (tag: string, bank: Look): Step =>
  (world) => {
    const { request, inbox } = orderOf(world, tag);
    if (request === null) throw new Error(`nothing is asked of the provider for ${tag}`);
    const goOn = goOnWith(tag, bank, request);
    return inbox.length > 0 ? onward(world, (now) => goOn(applyInbox(now, tag))) : goOn(world);
  };

const goOnWith =
  (tag: string, bank: Look, seen: Request): Step =>
  (world) => {
    const order = orderOf(world, tag);
    return isOpen(order) ? onward(world, whatIsDue(tag, bank, seen, order)) : done(world);
  };

/** The next step by the request as it was first read. */
function whatIsDue(tag: string, bank: Look, seen: Request, { status }: Order): Step {
  const { claim, look } = seen;
  if (look === 'later') return done;
  if (claim === 'none') {
    return status === 'pending' ? send(tag, bank, seen, 0) : ask(tag, bank, seen);
  }
  return look === 'unplanned' && claim === 'fresh' ? done : ask(tag, bank, seen);
}

const failed = {
  heard: 'failed',
  satang: null,
  transaction: null,
  payer: null,
  movement: null,
} as const;

/** The submission is claimed before the call, by one of all that read the same state. */
const send =
  (tag: string, bank: Look, seen: Request, denials: number): Step =>
  (world) => {
    const order = orderOf(world, tag);
    if (!isOpen(order) || order.inbox.length > 0 || order.request?.sends !== seen.sends) {
      return done(world);
    }
    const claimed = changeRequest(world, tag, (request) => ({
      claim: 'fresh',
      look: 'unplanned',
      sends: request.sends + 1,
      denials: request.denials + denials,
    }));
    const after = { ...seen, sends: seen.sends + 1 };
    switch (bank.sent) {
      case 'dies':
        return done(claimed, 'died');
      case 'unreachable':
        return onward(claimed, unreached(tag, after, 'none'));
      case 'refused':
        return onward(claimed, answered(tag, after, failed));
      case 'accepted':
      case 'unknown':
        return onward(claimed, sent(tag, after));
    }
  };

const ask =
  (tag: string, bank: Look, seen: Request): Step =>
  (world) => {
    switch (bank.found) {
      case 'unreachable':
        return unreached(tag, seen, null)(world);
      case 'waiting':
        return sent(tag, seen)(world);
      case 'not_found':
        return seen.denials < DENIALS_MAX
          ? send(tag, bank, seen, 1)(world)
          : onward(openUnknown(world, tag), sent(tag, seen));
      case 'failed':
        return answered(tag, seen, failed)(world);
      case 'succeeded':
      case 'other sum': {
        const found = bank.found === 'succeeded' ? 'A' : 'short';
        const { name, satang, transaction } = movementOf(orderOf(world, tag), found);
        const moved = { satang, transaction, payer: null, movement: name };
        return answered(tag, seen, { heard: 'succeeded', ...moved })(world);
      }
    }
  };

function openUnknown(world: World, about: string): World {
  const kind = 'unknown_outcome';
  const isThere = world.exceptions.some(
    (each) => each.kind === kind && each.about === about && each.resolution === null,
  );
  if (isThere) return world;
  return open(world, { kind, about, word: null, suspended: 0, resolution: null });
}

/** Records the result, unless another submission has been claimed since. */
function noted(world: World, tag: string, seen: Request, to: Partial<Request>): World {
  return changeRequest(world, tag, ({ sends }) =>
    sends === seen.sends ? { look: 'later', unreached: 0, ...to } : {},
  );
}

const note =
  (tag: string, seen: Request, next: Step): Step =>
  (world) =>
    onward(noted(world, tag, seen, {}), next);

const unreached =
  (tag: string, seen: Request, claim: 'none' | null): Step =>
  (world) => {
    const unreached = seen.unreached + 1;
    const last: Step = (now) =>
      done(noted(now, tag, seen, { unreached, ...(claim === null ? {} : { claim }) }));
    return unreached === UNREACHED_MAX ? onward(openUnknown(world, tag), last) : last(world);
  };

/** The provider has the request, or may have it. */
const sent =
  (tag: string, seen: Request): Step =>
  (world) =>
    done(applyInbox(move(noted(world, tag, seen, {}), tag, 'send'), tag));

const applyRepeat =
  (tag: string): Step =>
  (world): Stepped =>
    done(applyInbox(world, tag));

/** Stores the answer like a callback, unless it repeats an open exception. */
const answered =
  (tag: string, seen: Request, said: Omit<Word, 'isAnswer'>): Step =>
  (world) => {
    const word = { ...said, isAnswer: true };
    const isOld = world.exceptions.some(
      (each) =>
        each.about === tag &&
        each.resolution === null &&
        each.word?.isAnswer === true &&
        reportKey(each.word) === reportKey(word),
    );
    const kept = isOld ? world : change(world, tag, ({ inbox }) => ({ inbox: [...inbox, word] }));
    return onward(kept, note(tag, seen, applyRepeat(tag)));
  };
