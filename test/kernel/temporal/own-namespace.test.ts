import { findInstallation, recordMode } from '../../../src/platform/postgres/deployment';
import { guardNamespace } from '../../../src/kernel/temporal/own-namespace';
import { ensureSchedules } from '../../../src/kernel/temporal/schedules';
import { testDatabase } from '../../support/database';
import { testTemporal } from '../../support/temporal';

async function testInstallation(): Promise<string> {
  const { knex } = await testDatabase({ asApp: true });
  await recordMode(knex, 'sandbox');
  return findInstallation(knex);
}

test('a namespace belongs to the installation whose worker came first', async () => {
  const { client, namespace } = await testTemporal();
  const [first, second] = [await testInstallation(), await testInstallation()];
  expect(second).not.toBe(first);
  const [firstMay, secondMay] = [guardNamespace(client, first), guardNamespace(client, second)];
  // Nobody has marked it yet.
  await firstMay();

  await ensureSchedules(client, first);
  const refusal =
    `TEMPORAL_NAMESPACE: ${namespace} belongs to another installation, first started at ${first};` +
    ` this one was at ${second}`;
  await expect(ensureSchedules(client, second)).rejects.toThrow(refusal);
  await expect(secondMay()).rejects.toThrow(refusal);
  await firstMay();
  await ensureSchedules(client, first);
});
