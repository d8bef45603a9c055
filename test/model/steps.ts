import type { World } from './world';

/**
 * What a command does, as the moments at which it touches the database: between two of them
 * anything else can happen. A step gives the next one, or what the caller is answered.
 */
export type Step = (world: World) => Stepped;

export interface Stepped {
  readonly world: World;
  readonly next: Step | null;
  /** Of the last step. */
  readonly answer: string;
}

export const onward = (world: World, next: Step): Stepped => ({ world, next, answer: '' });
export const done = (world: World, answer = 'done'): Stepped => ({ world, next: null, answer });

export interface Outcome {
  readonly world: World;
  /** One for each command, in the order in which they were given. */
  readonly answers: readonly string[];
}

/** Chooses among the ways in which a step may come out; null outside `everyWay`. */
let chooser: ((count: number) => number) | null = null;

/** Where what was said leaves the gateway more than one right way, each of them is tried. */
export function choose<T>(ways: readonly (() => T)[]): T {
  if (chooser === null) throw new Error('nothing tries every way');
  const way = ways[ways.length === 1 ? 0 : chooser(ways.length)];
  if (way === undefined) throw new Error('there is no way to choose');
  return way();
}

/** What a computation comes to, in every way that it can choose. */
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

/** Every way in which commands, one or several at once, can come out. */
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
