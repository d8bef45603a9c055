import { Saphan } from '../../client/src';
import { UsageError, type Command, type Invocation } from './command';
import { createCustomer } from '../../sandbox/demo/bank-people';
import { deposit } from '../../sandbox/demo/deposit';
import { demoEvents } from '../../sandbox/demo/receive-events';
import { payByQr } from '../../sandbox/demo/pay-by-qr';
import { refund } from '../../sandbox/demo/refund';
import { showProviders } from '../../sandbox/demo/providers';
import { withSandbox, type Sandbox } from '../../sandbox/demo/sandbox';
import type { Demo } from '../../sandbox/demo/demo';
import { createOutput } from '../../sandbox/demo/output';
import { listenForWebhooks } from '../../sandbox/demo/webhook-listener';
import { withdraw } from '../../sandbox/demo/withdraw';

export const demo: Command = {
  summary: 'run a payment, a refund, a deposit and two withdrawals in a sandbox',
  usage: '',
  options: {
    providers: { type: 'boolean', help: 'show hints, inquiries and routing at fake providers' },
  },
  run: (invocation) =>
    withSandbox(invocation, (sandbox) =>
      invocation.options['providers'] === true
        ? runProviders(sandbox, invocation)
        : runDemo(sandbox, invocation),
    ),
};

async function runProviders(sandbox: Sandbox, { print }: Invocation): Promise<number> {
  if (sandbox.providers === undefined) {
    throw new UsageError('Stop the sandbox, and run it with `npm start -- --providers`.');
  }
  await showProviders({ apiUrl: sandbox.apiUrl, ...sandbox.providers }, createOutput(print));
  return 0;
}

async function runSteps(demo: Demo): Promise<void> {
  const paymentId = await payByQr(demo);
  await refund(demo, paymentId);
  await deposit(demo);
  await withdraw(demo);
}

async function runDemo(sandbox: Sandbox, { print }: Invocation): Promise<number> {
  const saphan = new Saphan({ apiKey: sandbox.apiKey, baseUrl: sandbox.apiUrl });
  const customer = createCustomer(sandbox.bankUrl);
  const output = createOutput(print);
  const listener = await listenForWebhooks();
  try {
    const webhook = await saphan.createWebhook({
      url: listener.url,
      events: demoEvents,
    });
    output.step(`registered a webhook (${webhook.webhook_id}), which answered a signed ping`);
    const events = listener.eventsSignedBy(webhook.secret);
    try {
      await runSteps({ saphan, events, customer, output });
    } finally {
      output.show('');
      await saphan.deleteWebhook(webhook.webhook_id);
      output.step('removed the webhook');
    }
    return 0;
  } finally {
    listener.close();
  }
}
