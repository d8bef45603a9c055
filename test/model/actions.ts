import { CannotResolve } from '../../src/exceptions/cannot-resolve';
import {
  listExceptions,
  type Exception as SeenException,
} from '../../src/exceptions/store/exceptions';
import type { Merchant } from '../../src/kernel/merchants/store';
import { Problem } from '../../src/kernel/rules/problem';
import { resolveAs } from '../support/resolve';
import { WorkerDied, type Moved } from './bank';
import type { Processing, Single } from './commands';
import { advanceRequest } from './provider-requests';
import { resolve } from './resolutions';
import * as rules from './rules';
import { done, type Step } from './steps';
import { expireKeys, letTimePass, type Creation, type System } from './system';
import { exceptionLine } from './view';
import {
  isOpen,
  mature,
  movementOf,
  orderOf,
  ordersOf,
  type Exception,
  type Order,
  type Report,
  type World,
} from './world';

/** A command's effect in the model and its execution in the gateway. */
interface Effect {
  readonly step: Step;
  act(): Promise<string>;
}

/** A command with its choices resolved. */
export interface Action extends Effect {
  /** The command, with the name of the chosen order instead of a number. */
  readonly command: Single;
}

/** Maps the model's names of created objects to the gateway's ids. */
export interface Play {
  readonly system: System;
  readonly merchants: readonly Merchant[];
  readonly ids: Map<string, string>;
  readonly tags: Map<string, string>;
}

/** Null when no object matches the command. */
export function actionOf(command: Single, world: World, newTag: string, play: Play): Action | null {
  const named = withNames(command, world, newTag);
  const effect = named === null ? null : effectOf(named, world, play);
  return named === null || effect === null ? null : { command: named, ...effect };
}

function withNames(command: Single, world: World, newTag: string): Named | null {
  if (command.do === 'create') return { ...command, tag: command.tag ?? newTag };
  if (!('order' in command)) return command;
  const order = orderFor(command, world)?.tag;
  if (order === undefined) return null;
  return command.do === 'refund'
    ? { ...command, order, tag: command.tag ?? newTag }
    : { ...command, order };
}

type AboutOrder = Extract<Single, { readonly order: unknown }>;
/** The command without open choices. */
type WithNames<Of> = Of extends { readonly do: 'create' }
  ? Of & { readonly tag: string }
  : Of extends { readonly do: 'refund' }
    ? Of & { readonly order: string; readonly tag: string }
    : Of extends AboutOrder
      ? Of & { readonly order: string }
      : Of;
type Named = WithNames<Single>;

function orderFor(command: AboutOrder, world: World): Order | undefined {
  if (typeof command.order === 'string') return world.orders[command.order];
  const orders = choiceFor(command, world);
  return orders[command.order % orders.length];
}

function effectOf(command: Named, world: World, play: Play): Effect | null {
  if ('order' in command) return effectOn(command, orderOf(world, command.order), play);
  switch (command.do) {
    case 'create': {
      const { tag } = command;
      const merchant = merchantOf(play, command.merchant);
      return {
        step: rules.create(command, tag),
        act: () => creating(play, tag, play.system.create(merchant, command)),
      };
    }
    case 'callback of an unknown order':
      return receivingForUnknown(command, play);
    case 'resolve':
      return resolving(command, world, play);
    case 'a day passes':
      return {
        step: (now) => done({ ...now, keys: {} }),
        act: () => answering(expireKeys(play.system.db)),
      };
    case 'money matures':
      return {
        step: (now) => done(mature(now)),
        act: () => answering(play.system.mature()),
      };
  }
}

/** Prefers paid payments for refunds and open orders for processing, where most happens. */
function choiceFor(command: AboutOrder, world: World): readonly Order[] {
  const orders = ordersOf(world);
  const isPaid = ({ kind, status }: Order) => kind === 'payment' && status === 'succeeded';
  const likely = orders.filter(command.do === 'refund' ? isPaid : isOpen);
  return [...likely, ...likely, ...likely, ...orders];
}

function effectOn(command: WithNames<AboutOrder>, order: Order, play: Play): Effect {
  const { system } = play;
  const id = idOf(play, order.tag);
  const isRequest = order.request !== null;
  const merchant =
    'by' in command && command.by === 'stranger' ? 1 - order.merchant : order.merchant;
  switch (command.do) {
    case 'refund': {
      const { satang, key, tag } = command;
      return {
        step: rules.refund({ merchant, satang, key }, order.tag, tag),
        act: () => creating(play, tag, system.refund(merchantOf(play, merchant), id, satang, key)),
      };
    }
    case 'callback':
      return receiving(command, order, play);
    case 'process':
      return {
        step: isRequest ? advanceRequest(order.tag, command) : rules.advanceOrder(order.tag),
        act: () => answering(system.advanceOrder(id, command, movedFor(order, command))),
      };
    case 'time passes':
      return {
        step: (now) => done(rules.timePasses(now, order.tag)),
        act: () => answering(letTimePass(system.db, id)),
      };
    case 'expire':
      return {
        step: rules.expire(merchant, order.tag),
        act: () => answering(system.expire(merchantOf(play, merchant), id)),
      };
    case 'slip': {
      const { picture } = command;
      return {
        step: rules.slip(merchant, order.tag, picture),
        act: () => answering(system.slip(merchantOf(play, merchant), id, picture)),
      };
    }
    case 'read':
      return {
        step: (now) => done(now, rules.read(merchant, orderOf(now, order.tag))),
        act: () => answered(system.read(merchantOf(play, merchant), order.kind, id)),
      };
  }
}

function receiving(command: Extract<Single, { do: 'callback' }>, order: Order, play: Play): Effect {
  const { system } = play;
  const senders = {
    provider: { kind: 'provider' },
    'wrong path': { kind: 'provider' },
    owner: { kind: 'merchant', merchant: merchantOf(play, order.merchant) },
    'other merchant': { kind: 'merchant', merchant: merchantOf(play, 1 - order.merchant) },
  } as const;
  const route = command.channel === 'wrong path' ? otherKinds[order.kind] : order.kind;
  const report = rules.reportOf(command, order);
  return {
    step: rules.receiveCallback(command, order.tag),
    act: () =>
      answering(
        system.receiveCallback(senders[command.channel], route, idOf(play, order.tag), report),
      ),
  };
}

const otherKinds = {
  payment: 'deposit',
  deposit: 'payment',
  withdrawal: 'refund',
  refund: 'withdrawal',
} as const;

function receivingForUnknown(
  command: Extract<Single, { do: 'callback of an unknown order' }>,
  play: Play,
): Effect {
  const { name, outcome } = command;
  const report = {
    outcome,
    satang: null,
    transaction: null,
    payer: null,
    movement: null,
    isAnswer: false,
  };
  return {
    step: (now) => rules.reportUnknown(now, name, report),
    act: () =>
      answering(play.system.receiveCallback({ kind: 'provider' }, 'payment', name, report)),
  };
}

function resolving(
  { exception: number, how, rest }: Extract<Single, { do: 'resolve' }>,
  world: World,
  play: Play,
): Effect | null {
  const index = number % Math.max(world.exceptions.length, 1);
  const exception = world.exceptions[index];
  if (exception === undefined) return null;
  const act = async () => {
    const exceptionId = await findId(exception, play);
    return resolveAs(play.system.db, exceptionId, how, { rest, reason: 'a random history' });
  };
  return { step: resolve(index, { how, rest }), act: () => answering(act()) };
}

/** Finds the gateway's exception that matches the model's, open or resolved. */
async function findId(exception: Exception, { system, tags }: Play): Promise<string> {
  const listed = await listExceptions(system.db, { open: false, limit: 1_000 });
  const seen = listed.map((each) => ({ id: each.id, seen: inModelNames(each, tags) }));
  const sought = exceptionLine(exception);
  const isSought = (each: Exception) => exceptionLine(each) === sought;
  const found =
    seen.find((each) => isSought(each.seen)) ??
    seen.find((each) => isSought({ ...each.seen, resolution: exception.resolution }));
  if (found === undefined) throw new Error(`the gateway has no exception "${sought}"`);
  return found.id;
}

function inModelNames(seen: SeenException, tags: Play['tags']): Exception {
  const { kind, order, callback, suspendedSatang: suspended, resolved } = seen;
  const named = order?.id ?? callback?.namedOrder ?? '';
  const report: Report | null =
    callback === null
      ? null
      : {
          outcome: callback.reported === 'failed' ? 'failed' : 'succeeded',
          satang: callback.amountSatang,
          transaction: callback.transactionId,
          payer: null,
          movement: null,
          isAnswer: false,
        };
  const resolution = resolved?.resolution ?? null;
  return { kind, about: tags.get(named) ?? named, report, suspended, resolution };
}

function movedFor(order: Order, { found }: Processing): Moved {
  const { transaction, satang } = movementOf(order, found === 'other amount' ? 'short' : 'A');
  return { transactionId: transaction, amountSatang: satang };
}

/** The response in the model's terms. */
const answering = (work: PromiseLike<unknown>): Promise<string> =>
  answered(Promise.resolve(work).then(() => 'done'));

async function answered(work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    if (error instanceof CannotResolve) return 'cannot resolve';
    if (error instanceof WorkerDied) return 'died';
    throw error;
  }
}

/** The response to a creation. A first response names the order; a replay returns its id. */
async function creating(play: Play, tag: string, work: Promise<Creation>): Promise<string> {
  return answered(
    work.then(({ id, isReplay }) => {
      if (isReplay) return `again ${id}`;
      play.ids.set(tag, id);
      play.tags.set(id, tag);
      return 'created';
    }),
  );
}

function merchantOf({ merchants }: Play, index: number): Merchant {
  const merchant = merchants[index];
  if (merchant === undefined) throw new Error(`there is no merchant ${index}`);
  return merchant;
}

function idOf({ ids }: Play, tag: string): string {
  const id = ids.get(tag);
  if (id === undefined) throw new Error(`the gateway has no ${tag}`);
  return id;
}
