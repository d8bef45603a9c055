import { closeAfterFile, closeAll } from './close-after-file';
import { testDatabase } from './database';
import { startReceiver } from './receiver';
import { takesSearchAttributes } from './takes-search-attributes';
import { testTemporal } from './temporal';
import { until } from './until';

describe('a test database', () => {
  it('is migrated, empty and separate', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
    await one.knex.raw(`insert into merchants (id, name) values ('mer_1', 'Somchai Books')`);
    const count = async (knex: typeof one.knex) => (await knex('merchants').pluck('id')).length;
    expect([await count(one.knex), await count(two.knex)]).toEqual([1, 0]);
  });
});

describe('a test Temporal', () => {
  it('has its own namespace, where workflows are found by search attribute', async () => {
    const [one, two] = await Promise.all([testTemporal(), testTemporal()]);
    await one.client.workflow.start('anything', {
      workflowId: 'pay_1',
      taskQueue: 'nobody-polls',
      searchAttributes: { MerchantId: ['mer_1'] },
    });
    const list = async ({ client }: typeof one) => {
      const ids: string[] = [];
      const query = `MerchantId = 'mer_1'`;
      for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
      return ids;
    };
    await until(async () => (await list(one)).length === 1, { describe: 'pay_1 in the list' });
    expect(await list(two)).toEqual([]);
  });
});

describe('the check for search attributes', () => {
  it('succeeds after an interrupted earlier check', async () => {
    const { client } = await testTemporal();
    await client.workflow.start('probe', { workflowId: 'probe', taskQueue: 'nobody' });
    expect(await takesSearchAttributes(client)).toBe(true);
  });
});

describe('a receiver', () => {
  it('records requests byte for byte and sends the configured responses', async () => {
    const receiver = await startReceiver();
    receiver.answerWith({ status: 500 }, 'reset', { status: 204 });
    const send = (body: string) => fetch(`${receiver.url}/hook`, { method: 'POST', body });
    expect((await send('{"n": 1}')).status).toBe(500);
    await expect(send('{"n": 2}')).rejects.toThrow('fetch failed');
    const third = receiver.waitFor(({ body }) => body.includes('ราคา'));
    expect([(await send('{"ราคา":3 }')).status, (await send('4')).status]).toEqual([204, 204]);
    expect(await third).toMatchObject({ method: 'POST', path: '/hook', body: '{"ราคา":3 }' });
    expect(receiver.requests.map(({ body }) => body)).toEqual([
      '{"n": 1}',
      '{"n": 2}',
      '{"ราคา":3 }',
      '4',
    ]);
  });

  it('lists the received requests when none matches', async () => {
    const receiver = await startReceiver();
    await fetch(`${receiver.url}/other`);
    const waiting = receiver.waitFor(({ path }) => path === '/hook', { timeoutMs: 20 });
    await expect(waiting).rejects.toThrow('GET /other');
  });
});

describe('until', () => {
  it('rejects with its description after the timeout', async () => {
    const options = { timeoutMs: 30, everyMs: 5, describe: 'the moon' };
    await expect(until(() => false, options)).rejects.toThrow('Not within 30 ms: the moon');
  });
});

describe('a resource of a test file', () => {
  it('is closed in reverse order, and its error is reported at the end', async () => {
    const closed: string[] = [];
    const scope = {};
    const push = (name: string) => closeAfterFile(() => void closed.push(name), scope);
    push('database');
    closeAfterFile(() => Promise.reject(new Error('no worker stops')), scope);
    push('client');
    await expect(closeAll(scope)).rejects.toThrow('no worker stops');
    expect(closed).toEqual(['client', 'database']);
  });
});
