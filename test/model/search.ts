import fc from 'fast-check';
import { command } from './commands';
import type { Command } from './commands';
import { close, perform, play, setStage } from './play';
import { shorten } from './shorten';
import type { Failing } from './shorten';
import type { System } from './system';

export interface Search {
  /** How many histories, and of how many commands each. */
  readonly histories: number;
  readonly commands: number;
  readonly seed: number;
}

export interface Searched {
  /** What was done in all histories together: commands that were about nothing do not count. */
  readonly commands: number;
  readonly orders: number;
  /** What a caller was answered, and what became of orders, each at least once. */
  readonly seen: ReadonlySet<string>;
  /** Null where the gateway did as the model says. */
  readonly failure: { readonly history: readonly Command[]; readonly told: string } | null;
}

/** Plays random histories until one fails, and leaves of that what shows the fault. */
export async function search(
  system: System,
  { histories, commands, seed }: Search,
): Promise<Searched> {
  const counts = { commands: 0, orders: 0 };
  const seen = new Set<string>();
  let failing: Failing | null = null;
  const property = fc.asyncProperty(
    fc.array(command, { minLength: commands, maxLength: commands, size: 'max' }),
    async (history) => {
      const stage = await setStage(system);
      try {
        for (const asked of history) await perform(stage, asked);
        await close(stage);
      } catch (error) {
        failing = { history: stage.done, error };
        throw error;
      }
      counts.commands += stage.done.length;
      counts.orders += stage.ids.size;
      for (const each of stage.seen) seen.add(each);
    },
  );
  const { failed, numRuns, errorInstance } = await fc.check(property, {
    seed,
    numRuns: histories,
    // What is left of a history is found by leaving out commands, which fast-check cannot know.
    endOnFailure: true,
  });
  if (!failed) return { ...counts, seen, failure: null };
  // Not a history has failed, but what comes before it.
  if (failing === null) throw errorInstance;
  const { history, error } = await shorten(failing, (shorter) => errorOf(system, shorter));
  const lines = history.map((asked) => `  ${JSON.stringify(asked)},`);
  const head = `history ${numRuns} of seed ${seed} fails; this is left of it:`;
  const told = [head, '[', ...lines, ']', String(error)].join('\n');
  return { ...counts, seen, failure: { history, told } };
}

/** What two things at once come to differs from time to time. */
const RACES = 3;

/** What the gateway did that the model does not say; null where it does as that says. */
export async function errorOf(system: System, history: readonly Command[]): Promise<unknown> {
  const tries = history.some(({ do: what }) => what === 'both') ? RACES : 1;
  for (let tried = 0; tried < tries; tried++) {
    try {
      await play(system, history);
    } catch (error) {
      return error;
    }
  }
  return null;
}
