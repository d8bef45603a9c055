import { findViolations } from '../../src/reports/store/invariants';
import { flows, play, type Flow } from './flows';
import { phases, type Point } from './postgres-proxy';
import { openStage, type Stage } from './stage';

/** Deaths per statement; 5 or 20 in a longer run. */
const times = Number(process.env['SAPHAN_CRASH_TIMES'] ?? 2);

/** Runs a flow with a death at the point. False when the process did not reach it. */
async function die(
  stage: Stage,
  flow: Flow,
  point: Point | null,
): Promise<readonly string[] | null> {
  const run = await stage.begin(point);
  const orderId = await play(flow, run);
  await run.end();
  const { db } = stage;
  const { merchant } = run;
  const order = await db('orders').where('id', orderId).first('status', 'kind');
  expect(order.status).toBe(flow.ends.status);
  const made = await db('orders').where({ merchant_id: merchant.id, kind: order.kind }).pluck('id');
  expect(made).toEqual([orderId]);
  expect(run.paid(orderId)).toBe(flow.statusAfterSubmission === null ? 0 : 1);
  const balance = await db('balances').where('merchant_id', merchant.id).first();
  expect([balance.available_satang, balance.held_satang]).toEqual(flow.ends.balance);
  const events: readonly { readonly id: string; readonly name: string; readonly body: string }[] =
    await db('events').where('order_id', orderId).orderBy('sequence').select('id', 'name', 'body');
  expect(events.map(({ name }) => name)).toEqual(flow.events);
  const received = run.received();
  for (const { id, body } of events) {
    const deliveries = received.filter(({ headers }) => headers['webhook-id'] === id);
    expect(deliveries.length).toBeGreaterThan(0);
    expect(new Set(deliveries.map((each) => each.body))).toEqual(new Set([body]));
  }
  return point !== null && !run.hasDied() ? null : run.seen();
}

/** Every execution of a writing statement, with the three phases in turn. */
function pointsOf(seen: readonly string[]): readonly Point[] {
  return seen.flatMap((statement, index) => {
    const time = seen.slice(0, index + 1).filter((each) => each === statement).length;
    return Array.from({ length: times }, (_, death) => {
      const phase = phases[death % phases.length] ?? 'before';
      return { statement, time, phase };
    });
  });
}

/** The writing statements of a run without a death, without occasional polls. */
async function statementsOf(stage: Stage, flow: Flow): Promise<readonly string[]> {
  const seen = (await die(stage, flow, null)) ?? [];
  return seen.filter((statement) => statement !== 'claim-messages');
}

test.each(flows)(
  'a $name has the same result wherever its process dies',
  async (flow) => {
    const stage = await openStage();
    const statements = await statementsOf(stage, flow);
    const startedMs = performance.now();
    let deaths = 0;
    for (const point of pointsOf(statements)) {
      try {
        if ((await die(stage, flow, point)) !== null) deaths += 1;
      } catch (error) {
        const { phase, statement, time } = point;
        throw new Error(`dead ${phase} ${statement} (${time}): ${String(error)}`, { cause: error });
      }
    }
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const said = `${statements.length} statements, ${deaths} deaths, ${seconds} s`;
    process.stderr.write(`  crash: ${flow.name}, ${said}\n`);
    // Occasional statements, such as the deletion of dispatched rows, do not occur in every run.
    expect(deaths).toBeGreaterThan((statements.length * times) / 2);
    expect(await findViolations(stage.db)).toEqual([]);
  },
  600_000,
);
