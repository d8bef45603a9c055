import { fc } from '../support/property';
import { command, type Command } from './commands';
import { close, perform, play, setStage } from './play';
import { shorten, type Failing } from './shorten';
import type { System } from './system';

export interface Search {
  /** Number of histories, and of commands in each. */
  readonly histories: number;
  readonly commands: number;
  readonly seed: number;
}

export interface Searched {
  /** Number of executed commands in all histories, without those that matched no object. */
  readonly commands: number;
  readonly orders: number;
  /** Responses and outcomes that occurred at least once. */
  readonly seen: ReadonlySet<string>;
  /** Null when the gateway agreed with the model. */
  readonly failure: { readonly history: readonly Command[]; readonly text: string } | null;
}

/** Plays random histories until one fails, then shortens it. */
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
        for (const each of history) await perform(stage, each);
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
    // shorten.ts removes commands, which fast-check cannot do here.
    endOnFailure: true,
  });
  if (!failed) return { ...counts, seen, failure: null };
  // The failure was outside a history.
  if (failing === null) throw errorInstance;
  const { history, error } = await shorten(failing, (shorter) => errorOf(system, shorter));
  const lines = history.map((each) => `  ${JSON.stringify(each)},`);
  const head = `history ${numRuns} of seed ${seed} fails; this is left of it:`;
  const text = [head, '[', ...lines, ']', String(error)].join('\n');
  return { ...counts, seen, failure: { history, text } };
}

/** The outcome of concurrent commands varies between runs. */
const RACES = 3;

/** The difference between gateway and model; null when they agree. */
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
