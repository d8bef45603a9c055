import type { World } from './world';

/**
 * A command as its accesses to the database, between which other commands can run. A step returns
 * the next step or the response.
 */
export type Step = (world: World) => Stepped;

export interface Stepped {
  readonly world: World;
  readonly next: Step | null;
  /** The response of the last step. */
  readonly answer: string;
}

export const onward = (world: World, next: Step): Stepped => ({ world, next, answer: '' });
export const done = (world: World, answer = 'done'): Stepped => ({ world, next: null, answer });

export interface Outcome {
  readonly world: World;
  /** One per command, in their order. */
  readonly answers: readonly string[];
}

/** Selects one of the possible outcomes of a step; null outside `everyWay`. */
let chooser: ((count: number) => number) | null = null;

/** When the gateway has several valid outcomes, each is tried. */
export function choose<T>(ways: readonly (() => T)[]): T {
  if (chooser === null) throw new Error('nothing tries every way');
  const way = ways[ways.length === 1 ? 0 : chooser(ways.length)];
  if (way === undefined) throw new Error('there is no way to choose');
  return way();
}

/** The results of a computation for all choices. */
function everyWay<T>(compute: () => T): readonly T[] {
  const outer = chooser;
  const found: T[] = [];
  const paths: (readonly number[])[] = [[]];
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const planned = path;
    const taken: number[] = [];
    chooser = (count) => {
      const known = planned[taken.length];
      if (known === undefined) {
        for (let other = 1; other < count; other++) paths.push([...taken, other]);
      }
      taken.push(known ?? 0);
      return known ?? 0;
    };
    found.push(compute());
    chooser = outer;
  }
  return found;
}

/** The worlds that `chooseInTurn` has found, by start. A computation repeats for each of them. */
const reached = new Map<string, readonly World[]>();

/**
 * Applies each in turn and returns one of the possible worlds. Equal worlds are continued once: the
 * ways of many ambiguous reports are exponential, and most of them meet again.
 */
export function chooseInTurn<T>(
  start: World,
  each: readonly T[],
  apply: (world: World, one: T) => World,
): World {
  if (each.length === 0) return start;
  const key = JSON.stringify([start, each]);
  const worlds =
    reached.get(key) ??
    each.reduce<readonly World[]>(
      (before, one) => distinct(before.flatMap((world) => everyWay(() => apply(world, one)))),
      [start],
    );
  reached.set(key, worlds);
  return choose(worlds.map((world) => () => world));
}

const distinct = (worlds: readonly World[]): readonly World[] => [
  ...new Map(worlds.map((world) => [JSON.stringify(world), world])).values(),
];

/** Equal worlds with the same next step and answer are one. */
function differing(ways: readonly Stepped[]): readonly Stepped[] {
  const steps = [...new Set(ways.map(({ next }) => next))];
  const keyed = ways.map((way) => {
    const { world, next, answer } = way;
    return [JSON.stringify([steps.indexOf(next), answer, world]), way] as const;
  });
  return [...new Map(keyed).values()];
}

/** All possible outcomes of commands, sequential or concurrent. */
export function outcomesOf(world: World, commands: readonly Step[]): readonly Outcome[] {
  reached.clear();
  const found = new Map<string, Outcome>();
  const explore = (now: World, nexts: readonly (Step | null)[], answers: readonly string[]) => {
    if (nexts.every((next) => next === null)) {
      found.set(JSON.stringify([answers, now]), { world: now, answers });
      return;
    }
    for (const [index, next] of nexts.entries()) {
      if (next === null) continue;
      for (const after of differing(everyWay(() => next(now)))) {
        const answered = after.next === null ? answers.with(index, after.answer) : answers;
        explore(after.world, nexts.with(index, after.next), answered);
      }
    }
  };
  explore(
    world,
    commands,
    commands.map(() => ''),
  );
  return [...found.values()];
}
