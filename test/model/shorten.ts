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
  for (const [index, asked] of history.entries()) {
    for (const plainer of plainerOf(asked)) yield history.toSpliced(index, 1, ...plainer);
  }
}

/** Simpler replacements of a command. */
function plainerOf(asked: Command): readonly (readonly Command[])[] {
  if (asked.do !== 'both') return plainerSingles(asked).map((plainer) => [plainer]);
  const { first, second } = asked;
  return [
    [first],
    [second],
    [first, second],
    [second, first],
    ...plainerSingles(first).map((plainer) => [{ ...asked, first: plainer }]),
    ...plainerSingles(second).map((plainer) => [{ ...asked, second: plainer }]),
  ];
}

const inTurn = (asked: Command): readonly Command[] =>
  asked.do === 'both' ? [asked.first, asked.second] : [asked];

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
  told: 'everything',
  rest: 'paid_in_full',
  door: 'right',
  sent: 'accepted',
  found: 'waiting',
};

const plainerSingles = (asked: Single): readonly Single[] =>
  Object.entries(asked)
    .filter(([part, said]) => part in plainest && said !== plainest[part])
    .map(([part]) => ({ ...asked, [part]: plainest[part] }));
