import { testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';
import { seed } from '../support/property';
import { search } from './search';
import { createSystem } from './system';

/** `npm run model -- --sequences N --commands N --seed N` sets them. */
const environment = process.env;
const histories = Number(environment['SAPHAN_MODEL_SEQUENCES'] ?? 60);
const commands = Number(environment['SAPHAN_MODEL_COMMANDS'] ?? 40);

/** Outcomes that a long run must reach; a run without them would prove little. */
const requiredOutcomes = [
  'created',
  'again',
  'idempotency_key_reused',
  'insufficient_funds',
  'refund_exceeds_remaining',
  'payment_not_refundable',
  'payment_not_found',
  'order_not_found',
  'state_conflict',
  'died',
  'payment succeeded late',
  'deposit expired',
  'withdrawal succeeded',
  'withdrawal failed',
  'refund succeeded',
  'refund failed',
  'conflict open',
  'amount_mismatch accept',
  'amount_mismatch return',
  'amount_mismatch write_off',
  'duplicate_payment open',
  'unknown_order dismiss',
];

test('the gateway agrees with the model on random sequential and concurrent commands', async () => {
  process.stderr.write(`  model: SAPHAN_SEED=${seed}\n`);
  const { knex } = await testDatabase();
  const startedMs = performance.now();
  const found = await search(createSystem(testDeps(knex)), { histories, commands, seed });
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  process.stderr.write(
    `  model: ${histories} histories, ${found.commands} commands, ${found.orders} orders, ` +
      `${found.seen.size} kinds of outcome, ${seconds} s\n`,
  );
  expect(found.failure?.text ?? null).toBeNull();
  if (histories >= 300)
    expect(requiredOutcomes.filter((outcome) => !found.seen.has(outcome))).toEqual([]);
}, 3_600_000);
