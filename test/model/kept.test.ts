import { testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';
import type { Command } from './commands';
import { play } from './play';
import { createSystem } from './system';

/** The outcome of concurrent commands varies between runs. */
const TIMES = 10;

const strayCall = {
  do: 'call',
  order: 'o000a',
  heard: 'succeeded',
  movement: 'A',
  told: 'everything',
  door: 'wrong',
} as const;

const payoutCall = {
  do: 'call',
  order: 'o000a',
  heard: 'succeeded',
  told: 'everything',
  door: 'right',
} as const;

/** Histories that once failed, as shortened by shorten.ts. */
const kept: Readonly<Record<string, readonly Command[]>> = {
  'an order that nobody knows, told of twice at once, was two exceptions': [
    { do: 'create', as: 'qr', merchant: 0, baht: 100, key: null, tag: 'o000a' },
    { do: 'both', first: strayCall, second: strayCall },
  ],
  'a payout reported whole before the short report of it was dismissed was expected to stay open': [
    { do: 'create', as: 'withdrawal', merchant: 0, baht: 100, key: null, tag: 'o000a' },
    { ...payoutCall, movement: 'short' },
    { do: 'look', order: 'o000a', sent: 'accepted', found: 'waiting' },
    { ...payoutCall, movement: 'A' },
    { do: 'resolve', exception: 0, how: 'dismiss', rest: 'paid_in_full' },
    { do: 'look', order: 'o000a', sent: 'accepted', found: 'waiting' },
  ],
};

test.each(Object.entries(kept))(
  'a history that once failed succeeds: %s',
  async (_what, history) => {
    const { knex } = await testDatabase();
    const system = createSystem(testDeps(knex));
    for (let time = 0; time < TIMES; time++) await play(system, history);
  },
);
