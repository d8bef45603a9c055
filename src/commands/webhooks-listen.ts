import { Saphan, SaphanError, type EventName } from '../../client/src';
import { eventNames, readEventName } from '../kernel/events/rules/events';
import { createLog } from '../platform/observe/log';
import { newSecret } from '../webhooks/sending/sign';
import { UsageError, type Command, type Invocation } from './command';
import { findSandbox } from '../../sandbox/demo/sandbox';
import { stopRequested } from './process-life';
import { describeEvent } from './webhooks-listen/describe-event';
import { createForward } from './webhooks-listen/forward';
import { startReceiver } from './webhooks-listen/receiver';

/** Few, so that an interactive command soon reports an unreachable API. */
const RETRIES_MAX = 1;

export const webhooksListen: Command = {
  summary: 'receive, verify and print events of a merchant, and optionally forward them',
  usage: '',
  options: {
    'forward-to': { type: 'string', value: 'url', help: 'forward each event to this URL' },
    events: { type: 'string', value: 'names', help: 'comma-separated; all events by default' },
    api: { type: 'string', value: 'url', help: 'API; the sandbox on DATA_DIR by default' },
    key: { type: 'string', value: 'key', help: 'API key; the key of the sandbox by default' },
  },
  async run(invocation) {
    const { json, print, warn } = invocation;
    const events = eventsIn(invocation.options['events']);
    const forwardTo = urlIn(invocation, 'forward-to');
    const saphan = await clientOf(invocation);
    // Before the registration, so that a signal during it also removes the webhook.
    const stopped = stopRequested(createLog('silent', 'webhooks-listen'));
    const secret = newSecret();
    const report = json ? warn : print;
    const receiver = await startReceiver({
      secret,
      forward: forwardTo === null ? null : createForward(forwardTo),
      refused: (reason) => report(`rejected: ${reason}`),
      received: (event, body, forwarded) => {
        if (json) print(body);
        else print(describeEvent(event) + (forwarded === null ? '' : `  → ${forwarded}`));
      },
    });
    try {
      const webhookId = await register(saphan, { url: receiver.url, events, secret });
      report(`Listening with webhook ${webhookId}. Ctrl-C stops.`);
      receiver.open();
      await stopped;
      return await remove(saphan, webhookId, report);
    } finally {
      await receiver.close();
    }
  },
};

/** By default the API and key of the running sandbox. Throws UsageError. */
async function clientOf(invocation: Invocation): Promise<Saphan> {
  const { key } = invocation.options;
  const api = urlIn(invocation, 'api');
  const sandbox = api === null || key === undefined ? await findSandbox(invocation) : null;
  const baseUrl = api ?? sandbox?.apiUrl;
  const apiKey = typeof key === 'string' ? key : sandbox?.apiKey;
  if (baseUrl === undefined || apiKey === undefined) {
    throw new UsageError(
      'No sandbox is running on DATA_DIR: run `npm start`, or set --api and --key.',
    );
  }
  return new Saphan({ baseUrl, apiKey, retriesMax: RETRIES_MAX });
}

/** Null without the option. Throws UsageError for an invalid URL. */
function urlIn({ options }: Invocation, name: 'api' | 'forward-to'): string | null {
  const given = options[name];
  if (typeof given !== 'string') return null;
  const protocol = URL.canParse(given) ? new URL(given).protocol : '';
  if (/^https?:$/.test(protocol)) return given;
  throw new UsageError(`--${name} must be an http or https URL, got ${given}.`);
}

/** All events without the option. Throws UsageError for an unknown event. */
function eventsIn(given: unknown): EventName[] {
  if (typeof given !== 'string') return [...eventNames];
  return given.split(',').map((written) => {
    const name = readEventName(written);
    if (name !== null) return name;
    throw new UsageError(
      `--events has the unknown event ${written}. Events: ${eventNames.join(', ')}.`,
    );
  });
}

/** Throws UsageError if the API rejects the webhook or does not answer. */
async function register(
  saphan: Saphan,
  webhook: { readonly url: string; readonly events: EventName[]; readonly secret: string },
): Promise<string> {
  try {
    const description = 'gateway webhooks listen';
    return (await saphan.createWebhook({ ...webhook, description })).webhook_id;
  } catch (error) {
    if (!(error instanceof SaphanError)) throw error;
    throw new UsageError(`Could not register the webhook. ${error.message}`);
  }
}

/** Returns the exit code. */
async function remove(
  saphan: Saphan,
  webhookId: string,
  report: (text: string) => void,
): Promise<number> {
  try {
    await saphan.deleteWebhook(webhookId);
    report(`Webhook ${webhookId} is removed.`);
    return 0;
  } catch (error) {
    if (!(error instanceof SaphanError)) throw error;
    report(`Could not remove webhook ${webhookId}. ${error.message}`);
    return 1;
  }
}
