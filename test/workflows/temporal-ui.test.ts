import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { decideApproval } from '../../src/approvals/decide-approval';
import { testApproval, testDecider } from '../support/approvals';
import { testConfig, testMerchant, testPayment, testWithdrawal } from '../support/gateway';
import { startProvider, type ScriptedProvider } from '../support/provider';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';

/*
 * What an operator sees of an order's workflow in the Temporal UI: summary, details, current
 * details, the search attributes of orders that hang, and the names of timers and activities.
 */

let bank: ScriptedProvider;
let running: Running;
beforeAll(async () => {
  bank = await startProvider();
  const config = testConfig({
    PAYOUT_INQUIRY_SECONDS: '2,3600',
    CONSOLE_URL: 'http://console.example.com',
  });
  running = await startRunning(config, { provider: bank.provider });
});

const payout = (status: string) => ({ status: 200, body: { status, amount: 100 } });

async function describe(client: Client, id: string) {
  const description = await client.workflow.getHandle(id).describe();
  const { searchAttributes } = description;
  return {
    summary: await description.staticSummary(),
    details: await description.staticDetails(),
    attributes: searchAttributes as Readonly<
      Record<string, readonly (string | null)[] | undefined>
    >,
  };
}

/** As the UI asks for it; null while the workflow has not begun. */
async function currentDetails(client: Client, id: string): Promise<string> {
  const metadata = await client.workflow
    .getHandle(id)
    .query<{ readonly currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}

/** Undefined also before the workflow was started. */
async function seen<Seen>(read: () => Promise<Seen>): Promise<Seen | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** An attribute that was removed is null. */
const stageOf = async (id: string) =>
  (await seen(() => describe(running.client, id)))?.attributes['Stage']?.[0] ?? undefined;

const inStage = (id: string, stage: string) =>
  until(async () => (await stageOf(id)) === stage, { describe: `${id} is in stage ${stage}` });

const listed = async (query: string) => {
  const found: string[] = [];
  for await (const { workflowId } of running.client.workflow.list({ query })) {
    found.push(workflowId);
  }
  return found;
};

const minute = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

test('a payout without an answer is explained and listed until its end', async () => {
  const { deps, client, call, closed } = running;
  const { merchant } = await testMerchant(running.knex, { openingSatang: 100_000 });
  bank.scripts.send.push('hang');
  bank.scripts.ask.push(payout('processing'));
  const id = await testWithdrawal(deps, merchant);
  await inStage(id, 'unanswered');
  expect(await currentDetails(client, id)).toMatch(
    new RegExp(`^Submitted to \\w+ at ${minute}, no answer. Next inquiry ${minute}.$`),
  );
  await inStage(id, 'inquiring');
  expect(await currentDetails(client, id)).toMatch(
    new RegExp(`^Submitted to \\w+ at ${minute}, no outcome after inquiry 1. Next inquiry`),
  );
  const { summary, details, attributes } = await describe(client, id);
  expect(summary).toBe(`Withdrawal, ${merchant.name}`);
  expect(details).toBe(`[Order in the console](http://console.example.com/console/orders/${id})`);
  const account = await running.knex('orders').where({ id }).first('provider_account_id');
  expect(attributes).toMatchObject({
    OrderStatus: ['processing'],
    Stage: ['inquiring'],
    ProviderAccount: [account.provider_account_id],
  });
  const hanging = "ExecutionStatus = 'Running' AND Stage IS NOT NULL";
  await until(async () => (await listed(hanging)).includes(id), { describe: 'it is listed' });

  await call(id, { reported: 'succeeded', transactionId: `T ${id}` });
  await closed(id);
  expect((await describe(client, id)).attributes).toMatchObject({ OrderStatus: ['succeeded'] });
  expect(await stageOf(id)).toBeUndefined();
  await until(async () => !(await listed('Stage IS NOT NULL')).includes(id), {
    describe: 'it is no longer listed',
  });
  expect(await currentDetails(client, id)).toBe('Ended as succeeded.');
  const history = historyToJSON(await client.workflow.getHandle(id).fetchHistory());
  const texts = [...history.matchAll(/"data": ?"([A-Za-z0-9+/=]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
  expect(texts).toContain('"Deadline or next action"');
  expect(texts).toContain('"Apply callbacks and the deadline, submit or inquire, send webhooks"');
});

test('a payout that awaits approval names its stage until it is approved', async () => {
  const { deps, client } = running;
  const { merchant } = await testMerchant(running.knex, { openingSatang: 100_000 });
  const { orderId, approvalId } = await testApproval(deps, merchant);
  await inStage(orderId, 'awaiting_approval');
  expect(await currentDetails(client, orderId)).toBe(
    'Not submitted: another person has to approve it.',
  );
  const { audit } = await testDecider(deps, merchant);
  const team = { realm: 'merchant', merchantId: merchant.id } as const;
  await decideApproval(deps, audit, team, approvalId, 'approve');
  await until(async () => (await stageOf(orderId)) === undefined, {
    describe: 'the approved payout does not hang',
  });
});

test('a paid payment and an accepted payout have no further events', async () => {
  const { deps, client, call, closed } = running;
  const { merchant } = await testMerchant(running.knex, { openingSatang: 100_000 });
  const paid = await testPayment(deps, merchant);
  await call(paid, { reported: 'succeeded', transactionId: `T ${paid}` });
  await closed(paid);
  const sent = await testWithdrawal(deps, merchant);
  await until(async () => (await running.status(sent)) === 'processing', {
    describe: 'the payout is submitted',
  });
  await until(async () => (await currentDetails(client, sent)).startsWith('Status processing'), {
    describe: 'the payout waits',
  });
  await call(sent, { reported: 'succeeded', transactionId: `T ${sent}` });
  await closed(sent);
  const typesOf = async (id: string) => {
    const { events } = await client.workflow.getHandle(id).fetchHistory();
    return (events ?? []).map(({ eventType }) => eventType);
  };
  const task = [5, 6, 7];
  const [started, signaled, marker, completed] = [1, 26, 25, 2];
  const timer = [17, 19];
  expect((await typesOf(paid)).toSorted((one, other) => Number(one) - Number(other))).toEqual(
    [started, completed, ...task, marker, signaled].toSorted((one, other) => one - other),
  );
  expect((await describe(client, paid)).summary).toBe(`QR payment, ${merchant.name}`);
  expect((await typesOf(sent)).toSorted((one, other) => Number(one) - Number(other))).toEqual(
    [started, completed, ...task, ...task, marker, marker, ...timer, signaled].toSorted(
      (one, other) => one - other,
    ),
  );
});

test("a merchant's name puts no link and no format into the summary", async () => {
  const { deps, client, knex } = running;
  const { merchant } = await testMerchant(running.knex);
  const name = '[กาแฟ](javascript:x) <b>https://evil.example www.evil.example `x` **ร้าน** &lt;';
  await knex('merchants').where({ id: merchant.id }).update({ name });
  const id = await testPayment(deps, merchant);
  const summary = await until(async () => (await seen(() => describe(client, id)))?.summary, {
    describe: 'the workflow has a summary',
  });
  // 60 characters of the name.
  expect(summary).toBe('QR payment, กาแฟ (javascript x) b https evil.example www evil.example x');
});
