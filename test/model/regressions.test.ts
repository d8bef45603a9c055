import { testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';
import type { Command } from './commands';
import { play } from './play';
import { createSystem } from './system';

/**
 * The outcome of concurrent commands varies between runs, so each history is played several times.
 */
const TIMES = 10;

const wrongPathCallback = {
  do: 'callback',
  order: 'o000a',
  outcome: 'succeeded',
  movement: 'A',
  fields: 'all',
  channel: 'wrong path',
} as const;

const payoutCall = {
  do: 'callback',
  order: 'o000a',
  outcome: 'succeeded',
  fields: 'all',
  channel: 'provider',
} as const;

/** Histories that once failed, as shortened by shorten.ts. */
const histories: Readonly<Record<string, readonly Command[]>> = {
  'two concurrent callbacks of an unknown order opened two exceptions': [
    { do: 'create', as: 'qr', merchant: 0, baht: 100, key: null, tag: 'o000a' },
    { do: 'both', first: wrongPathCallback, second: wrongPathCallback },
  ],
  'the model kept a payout open that was reported in full before its short report was dismissed': [
    { do: 'create', as: 'withdrawal', merchant: 0, baht: 100, key: null, tag: 'o000a' },
    { ...payoutCall, movement: 'short' },
    { do: 'process', order: 'o000a', sent: 'accepted', found: 'waiting' },
    { ...payoutCall, movement: 'A' },
    { do: 'resolve', exception: 0, how: 'dismiss', rest: 'paid_in_full' },
    { do: 'process', order: 'o000a', sent: 'accepted', found: 'waiting' },
  ],
};

test.each(Object.entries(histories))(
  'a history that once failed succeeds: %s',
  async (_what, history) => {
    const { knex } = await testDatabase();
    const system = createSystem(testDeps(knex));
    for (let time = 0; time < TIMES; time++) await play(system, history);
  },
);
