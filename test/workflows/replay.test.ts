import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from '@temporalio/worker';
import { historiesFolder } from '../support/histories';
import '../support/quiet-temporal';
import { testServers } from '../support/servers';

const names = readdirSync(historiesFolder).toSorted();

test('every path of every workflow has a kept history', () => {
  expect(names).toEqual([
    'deposit-expired.json',
    'deposit-paid.json',
    'deposit-slip-then-paid.json',
    'qr-payment-expired.json',
    'qr-payment-late.json',
    'qr-payment-paid.json',
    'qr-payment-short-then-expired.json',
    'refund-completed.json',
    'refund-failed.json',
    'token-payment-asked.json',
    'token-payment-declined.json',
    'token-payment-succeeded.json',
    'webhook-delivery-at-once-redelivered.json',
    'webhook-delivery-at-once-second-attempt.json',
    'webhook-delivery-redelivered.json',
    'webhook-delivery-second-attempt.json',
    'webhook-replay-done.json',
    'withdrawal-asked.json',
    'withdrawal-paid.json',
    'withdrawal-refused.json',
  ]);
});

test.each(names)("a workflow that began before today's code goes on in it: %s", async (name) => {
  const history: unknown = JSON.parse(readFileSync(path.join(historiesFolder, name), 'utf8'));
  await Worker.runReplayHistory(
    { workflowBundle: { codePath: testServers().workflowBundlePath } },
    history,
  );
});
