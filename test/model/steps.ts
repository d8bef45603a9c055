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

/** Every way in which commands that run at once can come out: one command has just one. */
export function outcomesOf(world: World, commands: readonly Step[]): readonly Outcome[] {
  const found = new Map<string, Outcome>();
  const explore = (now: World, nexts: readonly (Step | null)[], answers: readonly string[]) => {
    if (nexts.every((next) => next === null)) {
      found.set(JSON.stringify([answers, now]), { world: now, answers });
      return;
    }
    for (const [index, next] of nexts.entries()) {
      if (next === null) continue;
      const after = next(now);
      const answered = after.next === null ? answers.with(index, after.answer) : answers;
      explore(after.world, nexts.with(index, after.next), answered);
    }
  };
  explore(
    world,
    commands,
    commands.map(() => ''),
  );
  return [...found.values()];
}
