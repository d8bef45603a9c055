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

const providerCall = {
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
    { ...providerCall, movement: 'short' },
    { do: 'process', order: 'o000a', sent: 'accepted', found: 'waiting' },
    { ...providerCall, movement: 'A' },
    { do: 'resolve', exception: 0, how: 'dismiss', rest: 'paid_in_full' },
    { do: 'process', order: 'o000a', sent: 'accepted', found: 'waiting' },
  ],
  'the model knew no second transfer of a payout by an equal report from another payer': [
    { do: 'create', as: 'withdrawal', merchant: 0, baht: 100, key: null, tag: 'o000a' },
    { ...providerCall, movement: 'A', fields: 'wrong amount' },
    { ...providerCall, movement: 'A', fields: 'nothing' },
    { ...providerCall, movement: 'short', fields: 'payer' },
    { do: 'process', order: 'o000a', sent: 'accepted', found: 'waiting' },
  ],
  'the model knew which of two unnamed transfers an id belongs to': [
    { do: 'create', as: 'deposit', merchant: 0, baht: 100, key: null, tag: 'o000a' },
    { ...providerCall, movement: 'excess', fields: 'payer' },
    { ...providerCall, movement: 'A', fields: 'payer' },
    { ...providerCall, movement: 'A', fields: 'id' },
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
