import type { Command, Single } from './commands';

export interface Failing {
  readonly history: readonly Command[];
  readonly error: unknown;
}

type Try = (history: readonly Command[]) => Promise<unknown>;

/**
 * Shortens a failing history until nothing can be removed: makes concurrent commands sequential if
 * it still fails, then removes stretches, single commands, one of two concurrent commands, and
 * optional parts of commands.
 */
export async function shorten(failing: Failing, errorOf: Try): Promise<Failing> {
  let now = failing;
  const attempt = async (history: readonly Command[]): Promise<boolean> => {
    const error = await errorOf(history);
    if (error !== null) now = { history, error };
    return error !== null;
  };
  await attempt(now.history.flatMap(inTurn));
  for (let stretch = Math.ceil(now.history.length / 2); stretch >= 1; stretch >>= 1) {
    for (let end = now.history.length; end > 0; end -= stretch) {
      await attempt(now.history.toSpliced(Math.max(end - stretch, 0), Math.min(stretch, end)));
    }
  }
  for (let isPlainer = true; isPlainer;) {
    isPlainer = false;
    for (const history of plainerThan(now.history)) {
      isPlainer = await attempt(history);
      if (isPlainer) break;
    }
  }
  return now;
}

function* plainerThan(history: readonly Command[]): Generator<readonly Command[]> {
  for (const index of history.keys()) yield history.toSpliced(index, 1);
  for (const [index, command] of history.entries()) {
    for (const plainer of plainerOf(command)) yield history.toSpliced(index, 1, ...plainer);
  }
}

/** Simpler replacements of a command. */
function plainerOf(command: Command): readonly (readonly Command[])[] {
  if (command.do !== 'both') return plainerSingles(command).map((plainer) => [plainer]);
  const { first, second } = command;
  return [
    [first],
    [second],
    [first, second],
    [second, first],
    ...plainerSingles(first).map((plainer) => [{ ...command, first: plainer }]),
    ...plainerSingles(second).map((plainer) => [{ ...command, second: plainer }]),
  ];
}

const inTurn = (command: Command): readonly Command[] =>
  command.do === 'both' ? [command.first, command.second] : [command];

/** The default of each part of a command. */
const plainest: Readonly<Record<string, unknown>> = {
  exception: 0,
  merchant: 0,
  by: 'owner',
  picture: 0,
  baht: 100,
  key: null,
  satang: null,
  movement: 'A',
  fields: 'all',
  rest: 'paid_in_full',
  channel: 'provider',
  sent: 'accepted',
  found: 'waiting',
};

const plainerSingles = (command: Single): readonly Single[] =>
  Object.entries(command)
    .filter(([part, value]) => part in plainest && value !== plainest[part])
    .map(([part]) => ({ ...command, [part]: plainest[part] }));
