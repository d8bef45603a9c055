import { findLastChecks } from '../../src/reports/store/check-runs';
import { ensureSchedules } from '../../src/kernel/temporal/schedules';
import { asOwner } from '../support/database';
import { testMerchant } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startRunning } from '../support/running';
import { until } from '../support/until';

test('a new installation is audited at once by its schedule, then daily', async () => {
  const { client, knex } = await startRunning();
  await ensureSchedules(client, 'a test');
  const lastAudit = async () => (await findLastChecks(knex)).get('audit');
  const first = await until(lastAudit, { describe: 'the audit has run' });
  expect([first.differences, first.detail]).toEqual([0, {}]);
  expect(await knex('audit_log').where({ act: 'check.run' }).pluck('actor_id')).toEqual([
    'schedule',
  ]);

  const { info, spec } = await client.schedule.getHandle('audit').describe();
  const [next] = info.nextActionTimes;
  // 20:30 UTC is 03:30 in Bangkok; the start may be up to 10 minutes later.
  expect(next?.toISOString()).toMatch(/T20:3\d:/);
  expect(spec.timezone).toBe('Asia/Bangkok');
  const [run] = info.recentActions;
  const workflowId = run?.action.workflow.workflowId ?? '';
  await until(
    async () =>
      (await client.workflow.getHandle(workflowId).describe()).status.name === 'COMPLETED',
    { describe: 'the workflow of the audit has ended' },
  );
  await saveHistory(client, workflowId, 'audit-done');

  // A second worker finds the schedule.
  await ensureSchedules(client, 'a test');
  await testMerchant(knex, { openingSatang: 100 });
  await asOwner(knex, 'update balances set available_satang = available_satang + 1');
  await client.schedule.getHandle('audit').trigger();
  const found = await until(
    async () => {
      const last = await lastAudit();
      return last?.differences === 0 ? null : last;
    },
    { describe: 'the audit finds the difference' },
  );
  expect(Object.keys(found.detail).join()).toContain('balance');
});
