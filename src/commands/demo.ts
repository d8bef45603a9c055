import { Saphan } from '../../client/src';
import type { Command, Invocation } from './command';
import { createClerk, createCustomer } from '../../sandbox/demo/bank-people';
import { deposit } from '../../sandbox/demo/deposit';
import { heardEvents } from '../../sandbox/demo/hear-events';
import { payByQr } from '../../sandbox/demo/pay-by-qr';
import { refund } from '../../sandbox/demo/refund';
import { withSandbox } from '../../sandbox/demo/sandbox';
import type { Sandbox } from '../../sandbox/demo/sandbox';
import type { Scene } from '../../sandbox/demo/scene';
import { createTeller } from '../../sandbox/demo/teller';
import { listenForWebhooks } from '../../sandbox/demo/webhook-listener';
import { withdraw } from '../../sandbox/demo/withdraw';

export const demo: Command = {
  summary: 'run a payment, a refund, a deposit and two withdrawals in a sandbox',
  usage: '',
  options: {},
  run: (invocation) => withSandbox(invocation, (sandbox) => tellAll(sandbox, invocation)),
};

async function walk(scene: Scene): Promise<void> {
  const paymentId = await payByQr(scene);
  await refund(scene, paymentId);
  await deposit(scene);
  await withdraw(scene);
}

async function tellAll(sandbox: Sandbox, { print }: Invocation): Promise<number> {
  const saphan = new Saphan({ apiKey: sandbox.apiKey, baseUrl: sandbox.apiUrl });
  const customer = createCustomer(sandbox.bankUrl);
  const clerk = createClerk(sandbox.bankUrl);
  const tell = createTeller(print);
  const listener = await listenForWebhooks();
  try {
    const webhook = await saphan.createWebhook({
      url: listener.url,
      events: heardEvents,
    });
    tell.step(`registered a webhook (${webhook.webhook_id}): it answered a signed ping`);
    const events = listener.eventsSignedBy(webhook.secret);
    try {
      await walk({ saphan, events, customer, clerk, tell });
    } finally {
      tell.show('');
      await saphan.deleteWebhook(webhook.webhook_id);
      tell.step('removed the webhook');
    }
    return 0;
  } finally {
    listener.close();
  }
}
