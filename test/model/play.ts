import { listDeposits } from '../../src/orders/deposit/find-deposit';
import { listPayments } from '../../src/orders/payment/find-payment';
import { listRefunds } from '../../src/orders/refund/find-refund';
import { listWithdrawals } from '../../src/orders/withdrawal/find-withdrawal';
import { findViolations } from '../../src/reports/store/invariants';
import { testMerchant } from '../support/gateway';
import { MERCHANTS, type Command } from './commands';
import { actionOf, type Action, type Play } from './actions';
import { outcomesOf } from './steps';
import { empty, freezeTime, type System } from './system';
import { seeGateway, viewOf } from './view';
import { emptyWorld, ordersOf, type World } from './world';

/** Opening balances: the first merchant can withdraw at once, the second must be paid first. */
const openings = [30_000, 0];

/** The state of a running history: the gateway and the model. */
export interface Stage extends Play {
  world: World;
  /** The commands so far. */
  readonly done: Command[];
  /** The outcomes so far: responses, states, and exceptions with their resolutions. */
  readonly seen: Set<string>;
}

export async function setStage(system: System): Promise<Stage> {
  await empty(system.db);
  const merchants = await Promise.all(
    Array.from({ length: MERCHANTS }, async (_, index) => {
      const openingSatang = openings[index] ?? 0;
      return (await testMerchant(system.db, { openingSatang })).merchant;
    }),
  );
  const [first] = merchants;
  if (first !== undefined) await system.setBankDay(first);
  const world = emptyWorld(openings);
  return { system, merchants, ids: new Map(), tags: new Map(), done: [], seen: new Set(), world };
}

/** Null when no object matches. Each action has a name for the object that it may create. */
function actionsOf(stage: Stage, command: Command): readonly Action[] | null {
  const tag = `o${`${stage.done.length}`.padStart(3, '0')}`;
  const parts = command.do === 'both' ? [command.first, command.second] : [command];
  const actions = parts.map((part, index) =>
    actionOf(part, stage.world, `${tag}${'ab'.charAt(index)}`, stage),
  );
  return actions.every((action) => action !== null) ? actions : null;
}

/** The command with its choices resolved, so that it can be repeated in another history. */
function again([first, second]: readonly Action[]): Command {
  if (first === undefined) throw new Error('a command is about something');
  return second === undefined
    ? first.command
    : { do: 'both', first: first.command, second: second.command };
}

/** Executes a command in the gateway and in the model. Throws when they differ. */
export async function perform(stage: Stage, command: Command): Promise<void> {
  const actions = actionsOf(stage, command);
  if (actions === null) return;
  stage.done.push(again(actions));
  const acted = await Promise.all(actions.map((action) => action.act()));
  const answers = acted.map((answer) => inTags(answer, stage));
  await freezeTime(stage.system.db);
  const { db } = stage.system;
  const merchantIds = stage.merchants.map(({ id }) => id);
  const view = await seeGateway(db, merchantIds, (id) => stage.tags.get(id) ?? id);
  const seen = { answers, view };
  const outcomes = outcomesOf(
    stage.world,
    actions.map(({ step }) => step),
  );
  const candidates = outcomes.map((outcome) => ({
    outcome,
    expected: { answers: outcome.answers, view: viewOf(outcome.world) },
  }));
  const match = candidates.find(({ expected }) => isSame(expected, seen));
  if (match === undefined) {
    const [nearest] = candidates.toSorted(
      (a, b) => distance(a.expected, seen) - distance(b.expected, seen),
    );
    expect(seen).toEqual(nearest?.expected);
    throw new Error('the gateway and the model differ');
  }
  stage.world = match.outcome.world;
  for (const each of [...answers, ...statesOf(stage.world)]) stage.seen.add(kindOf(each));
}

/** A replay may be answered before its first request, so ids are replaced by names at the end. */
function inTags(answer: string, { tags }: Stage): string {
  const [, id] = /^again (.*)/.exec(answer) ?? [];
  return id === undefined ? answer : `again ${tags.get(id) ?? id}`;
}

/** Number of different lines, to show the closest of the possible outcomes. */
function distance(one: unknown, other: unknown): number {
  const lines = new Set(JSON.stringify(sorted(other), null, 1).split('\n'));
  return JSON.stringify(sorted(one), null, 1)
    .split('\n')
    .filter((line) => !lines.has(line)).length;
}

const statesOf = (world: World): readonly string[] => [
  ...ordersOf(world).map(({ kind, status, late }) => `${kind} ${status}${late ? ' late' : ''}`),
  ...world.exceptions.map(({ kind, resolution }) => `${kind} ${resolution ?? 'open'}`),
];
/** Without the name of an order. */
const kindOf = (state: string): string => state.replace(/ o\d+\w$/, '');

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Sorts the members of every object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** Checks the invariants at the end of a history. */
export async function close({ system, merchants, world, tags }: Stage): Promise<void> {
  expect(await findViolations(system.db)).toEqual([]);
  const all = { limit: 100, offset: 0, after: null };
  for (const [index, merchant] of merchants.entries()) {
    const lists = await Promise.all(
      [listPayments, listDeposits, listWithdrawals, listRefunds].map((list) =>
        list(system, merchant, all),
      ),
    );
    const listed = lists.flatMap(({ items }) => items.map(({ id }) => tags.get(id) ?? id));
    const own = ordersOf(world).filter((order) => order.merchant === index);
    expect(new Set(listed)).toEqual(new Set(own.map(({ tag }) => tag)));
    expect(listed).toHaveLength(own.length);
  }
}

/** Plays a complete history. */
export async function play(system: System, history: readonly Command[]): Promise<void> {
  const stage = await setStage(system);
  for (const command of history) await perform(stage, command);
  await close(stage);
}
