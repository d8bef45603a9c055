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
    chooser = null;
  }
  return found;
}

/** All possible outcomes of commands, sequential or concurrent. */
export function outcomesOf(world: World, commands: readonly Step[]): readonly Outcome[] {
  const found = new Map<string, Outcome>();
  const explore = (now: World, nexts: readonly (Step | null)[], answers: readonly string[]) => {
    if (nexts.every((next) => next === null)) {
      found.set(JSON.stringify([answers, now]), { world: now, answers });
      return;
    }
    for (const [index, next] of nexts.entries()) {
      if (next === null) continue;
      for (const after of everyWay(() => next(now))) {
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
