import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findViolations } from '../../src/reports/store/invariants';
import type { Db } from '../../src/platform/postgres/connect';
import { registeredConnectors } from '../../src/providers/connectors/registry';
import { renderCoverage } from '../providers/connectors/scenarios/coverage';
import { testDatabase } from '../support/database';
import { testTokenPayment } from '../support/refunds';
import { resolveAs } from '../support/resolve';
import { startGateway, type Gateway } from '../providers/connectors/scenarios/gateway';
import { scenarios } from '../providers/connectors/scenarios/scenarios';
import { wires } from '../providers/connectors/scenarios/wires';

/*
 * The scenarios of docs/money-scenarios.md through each connector's own wire form: a gateway whose
 * only account is at a fake upstream. What must be in the ledger is what is in the upstream's book.
 */

let knex: Db;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

describe.each(wires.map((kit) => [kit.connector.name, kit] as const))(
  'money through %s',
  (_, kit) => {
    let gateway: Gateway;
    beforeAll(async () => {
      gateway = await startGateway(knex, kit);
    });
    const possible = scenarios.filter(({ excludes }) => excludes(kit) === null);
    it.each(possible.map((one) => [one.number, one.title, one] as const))(
      '%i: %s',
      async (__, ___, scenario) => {
        await scenario.run(gateway);
      },
    );
  },
);

/** SCB's reversals are in scb-payments.test.ts. */
const reversing = ['omise', 'kbank', 'gbprimepay'];

test.each(reversing)('a payment through %s that is reversed can be charged once', async (name) => {
  const kit = wires.find(({ connector }) => connector.name === name);
  if (kit === undefined) throw new Error(`there is no ${name}`);
  const gateway = await startGateway(knex, kit);
  const order = await gateway.place();
  gateway.wire.pay(order, 10_000);
  await gateway.learn(order);
  const paid = { status: 'succeeded', received: 10_000, movements: [10_000] };
  expect(await gateway.state(order)).toMatchObject({ ...paid, exceptions: [] });
  const [before] = await gateway.balance();
  gateway.wire.reverse?.(order);
  for (let hints = 0; hints < 2; hints++) await gateway.learn(order);
  expect(await gateway.state(order)).toMatchObject({ ...paid, exceptions: ['conflict'] });
  expect(await gateway.balance()).toEqual([before, 0]);
  const { id } = await knex('exceptions').where('order_id', order.id).first('id');
  await resolveAs(knex, id as string, 'charge');
  expect(await gateway.balance()).toEqual([before - 10_000, 0]);
});

test('a charge through Stripe whose answer was lost is found and can be refunded', async () => {
  const kit = wires.find(({ connector }) => connector.name === 'stripe');
  if (kit === undefined) throw new Error('there is no stripe');
  const gateway = await startGateway(knex, kit);
  // In a sandbox only the sandbox bank's tokens are charged.
  const base = { ...gateway.base, config: { ...gateway.base.config, mode: 'live' } } as const;
  const id = await testTokenPayment(base, gateway.merchant, { tokenId: 'pm_card_visa' });
  gateway.loseAnswer();
  await gateway.workRequest(id);
  await gateway.laterRequest(id);
  expect((await gateway.state({ id })).status).toBe('succeeded');
  const refundId = await gateway.refund({ paymentId: id });
  await gateway.workRequest(refundId);
  expect(await gateway.wire.refunds?.sent(refundId)).toEqual([10_000]);
});

describe('the scenarios of docs/money-scenarios.md', () => {
  const text = readFileSync(path.join(__dirname, '../../docs/money-scenarios.md'), 'utf8');

  it('are run through every registered connector', () => {
    const names = wires.map(({ connector }) => connector.name);
    expect(names.toSorted()).toEqual([...registeredConnectors.keys()].toSorted());
  });

  it('1 to 60 are each run through a connector, or proved by tests of the core alone', () => {
    const byConnector = scenarios
      .filter(({ excludes }) => wires.some((kit) => excludes(kit) === null))
      .map(({ number }) => number);
    const named = Array.from({ length: 60 }, (_, at) => at + 1).filter((number) => {
      const [row = ''] = new RegExp(`^\\| ${number} \\| .*test/.*$`, 'm').exec(text) ?? [];
      expect(row).not.toBe('');
      return row.includes('(../test/activities/money-by-connector.test.ts)');
    });
    expect(named).toEqual(byConnector.toSorted((one, other) => one - other));
  });

  it('that a connector cannot have are listed there with the reason', () => {
    expect(text).toContain(`<!-- coverage -->\n${renderCoverage(wires)}<!-- end -->`);
  });
});
