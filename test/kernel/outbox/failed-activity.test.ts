import { testDatabase } from '../../support/database';
import { testCallback, testDeps, testMerchant, testPayment } from '../../support/gateway';
import { startWorker } from '../../support/start-worker';
import { testTemporal } from '../../support/temporal';
import { until } from '../../support/until';

interface Line {
  readonly msg: string;
  readonly activityType?: string;
  readonly error?: unknown;
}

test('a worker logs the error of a failed activity', async () => {
  const { knex, url } = await testDatabase();
  const { address, namespace } = await testTemporal();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const paid = await testPayment(deps, merchant);
  await testCallback(deps, paid, { reported: 'succeeded' });
  // The activity that credits the payment then fails in its statement.
  await knex.schema.renameTable('status_changes', 'status_changes_away');
  const { lines } = await startWorker({
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  });
  const failed = await until(
    // The first audit of the new namespace fails as well.
    () =>
      lines
        .map((line) => JSON.parse(line) as Line)
        .find(({ error }) => JSON.stringify(error ?? '').includes('apply-transition.ts')),
    { describe: () => `a failed activity is logged: ${lines.join('\n')}` },
  );
  expect(failed).toMatchObject({
    error: {
      type: 'DatabaseError',
      message: expect.stringContaining('relation "status_changes" does not exist'),
      stack: expect.stringContaining('apply-transition.ts'),
    },
  });
});
