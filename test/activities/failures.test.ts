import { createActivities } from '../../activities';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import { createSlipReader } from '../../src/platform/slips/slip-reader';
import { closeAfterFile } from '../support/close-after-file';
import { asOwner, testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';

test('each failed attempt of an activity is counted, from 0', async () => {
  const { knex } = await testDatabase({ asApp: true });
  const deps = testDeps(knex);
  const provider = createGenericClient({ url: 'http://127.0.0.1:1', key: 'a-key-for-tests' });
  closeAfterFile(() => provider.close());
  const activities = createActivities({
    ...deps,
    provider,
    slips: createSlipReader({ entry: '/nowhere.js' }),
    auditLedger: async () => 0,
    mailer: createNoMailer(deps.log),
  });
  const failures = async (activity: string) => {
    const { values } = await deps.metrics.activityFailures.get();
    return values.find(({ labels }) => labels.activity === activity)?.value;
  };
  expect(await activities.purgeRequests()).toBe(0);
  expect(await failures('purgeRequests')).toBe(0);
  await asOwner(knex, 'alter table api_requests rename to hidden');
  for (let time = 1; time <= 2; time++) {
    await expect(activities.purgeRequests()).rejects.toThrow('"api_requests" does not exist');
    expect(await failures('purgeRequests')).toBe(time);
  }
  expect(await failures('purgeEvents')).toBe(0);
});
