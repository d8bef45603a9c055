import { monitorHealth, type CallObserved } from '../../../src/providers/accounts/account-health';
import { accountsOf } from '../../../src/commands/accounts-of';
import type { Probe } from '../../../src/providers/connectors/connector';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';
import { testDeps, testMerchant, testPayment } from '../../support/gateway';
import { testAccount } from '../../support/provider-accounts';

const unreachable: CallObserved = { durationMs: 5, isUnreachable: true };
const slow: CallObserved = { durationMs: 2_001, isUnreachable: false };
const answered: CallObserved = { durationMs: 2_000, isUnreachable: false };

async function setUp() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const probes: string[] = [];
  const answer: { now: Probe } = { now: { kind: 'ok' } };
  const start = () => {
    const monitor = monitorHealth(deps, async (accountId) => {
      probes.push(accountId);
      return answer.now;
    });
    closeAfterFile(() => monitor.close());
    return {
      async call(...calls: readonly CallObserved[]) {
        for (const each of calls) monitor.observe('default', each);
        await monitor.flush();
      },
      flush: () => monitor.flush(),
    };
  };
  const { config, ...stores } = deps;
  /** Reads the health of the default account as another process does. */
  const health = async () => {
    const process = accountsOf(config, stores);
    await process.refresh();
    return process.routesOf('mer_any').candidates.find((each) => each.accountId === 'default')
      ?.health;
  };
  const later = (interval: string) =>
    knex('provider_account_health').update({
      since: knex.raw('since - ?::interval', [interval]),
      probed_at: knex.raw('probed_at - ?::interval', [interval]),
    });
  return { knex, deps, start, probes, answer, health, later };
}

describe('the health of a provider account', () => {
  it('adds up the calls of all processes', async () => {
    const { start, health } = await setUp();
    const [one, other] = [start(), start()];
    await one.call(unreachable, unreachable, slow);
    expect(await health()).toBe('up');
    await Promise.all([one.call(unreachable), other.call(unreachable)]);
    expect(await health()).toBe('down');
  });

  it('stays `up` after calls that are answered within two seconds', async () => {
    const { start, health } = await setUp();
    await start().call(...Array.from({ length: 50 }, () => answered));
    expect(await health()).toBe('up');
  });

  it('is probed every 30 seconds while down, until a probe succeeds', async () => {
    const { start, health, probes, answer, later } = await setUp();
    const process = start();
    answer.now = { kind: 'rejected', reason: 'HTTP 401' };
    await process.call(...Array.from({ length: 5 }, () => unreachable));
    await process.flush();
    expect(probes).toEqual([]);
    await later('31 seconds');
    await Promise.all([process.flush(), start().flush()]);
    expect([probes, await health()]).toEqual([['default'], 'down']);
    answer.now = { kind: 'ok' };
    await process.flush();
    expect(probes).toEqual(['default']);
    await later('31 seconds');
    await process.flush();
    expect([probes, await health()]).toEqual([['default', 'default'], 'up']);
    await process.call(unreachable, unreachable, unreachable, unreachable);
    expect(await health()).toBe('up');
  });

  it('keeps new orders away from an account that is down while another is up', async () => {
    const { knex, deps, start } = await setUp();
    const { merchant } = await testMerchant(knex);
    await start().call(...Array.from({ length: 5 }, () => unreachable));
    await deps.providers.refresh();
    const accountOf = async () => {
      const id = await testPayment(deps, merchant);
      const order = await knex('orders').where({ id }).first('provider_account_id');
      return order.provider_account_id as string;
    };
    expect(await accountOf()).toBe('default');
    const { id } = await testAccount(deps, 'a-key');
    expect(await accountOf()).toBe(id);
  });

  it('says that the credentials are refused, until a call is answered', async () => {
    const { knex, start } = await setUp();
    const process = start();
    const refused: CallObserved = { durationMs: 5, isUnreachable: true, isRefused: true };
    const result = () => knex('provider_accounts').where('id', 'default').pluck('test_result');
    await process.call(refused);
    expect(await result()).toEqual(['rejected']);
    await process.call(unreachable);
    expect(await result()).toEqual(['rejected']);
    await process.call(answered);
    expect(await result()).toEqual(['ok']);
  });
});
