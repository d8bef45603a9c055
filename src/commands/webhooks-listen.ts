import { Saphan, SaphanError } from '../../client/src';
import type { EventName } from '../../client/src';
import { eventNames, readEventName } from '../domain/events';
import { createLog } from '../lib/log';
import { newSecret } from '../webhooks/sign';
import { UsageError } from './command';
import type { Command, Invocation } from './command';
import { findSandbox } from '../../sandbox/demo/sandbox';
import { stopRequested } from './process-life';
import { describeEvent } from './webhooks-listen/describe-event';
import { createForward } from './webhooks-listen/forward';
import { startReceiver } from './webhooks-listen/receiver';

/** Whoever waits at a terminal is told soon that nobody answers. */
const RETRIES_MAX = 1;

export const webhooksListen: Command = {
  summary: 'receive, verify and print your events; --forward-to sends them on to a URL of yours',
  usage: '',
  options: {
    'forward-to': { type: 'string', value: 'url', help: 'send each event on to this address' },
    events: { type: 'string', value: 'names', help: 'only these, separated by commas' },
    api: { type: 'string', value: 'url', help: 'the API; by default the sandbox that runs here' },
    key: { type: 'string', value: 'key', help: 'API key; by default that of the sandbox' },
  },
  async run(invocation) {
    const { json, print } = invocation;
    const events = eventsIn(invocation.options['events']);
    const forwardTo = urlIn(invocation, 'forward-to');
    const saphan = await clientOf(invocation);
    // Heard from here on: a webhook that is being registered is removed, too.
    const stopped = stopRequested(createLog('silent', 'webhooks-listen'));
    const secret = newSecret();
    const tell = (text: string) => (json ? void process.stderr.write(`${text}\n`) : print(text));
    const receiver = await startReceiver({
      secret,
      forward: forwardTo === null ? null : createForward(forwardTo),
      refused: (reason) => tell(`refused: ${reason}`),
      received: (event, body, forwarded) => {
        if (json) print(body);
        else print(describeEvent(event) + (forwarded === null ? '' : `  → ${forwarded}`));
      },
    });
    try {
      const webhookId = await register(saphan, { url: receiver.url, events, secret });
      tell(`Listening by ${webhookId}. Stop: Ctrl-C`);
      receiver.open();
      await stopped;
      return await remove(saphan, webhookId, tell);
    } finally {
      await receiver.close();
    }
  },
};

/** What is given, and for the rest the sandbox that runs here. Throws UsageError. */
async function clientOf(invocation: Invocation): Promise<Saphan> {
  const { key } = invocation.options;
  const api = urlIn(invocation, 'api');
  const sandbox = api === null || key === undefined ? await findSandbox(invocation) : null;
  const baseUrl = api ?? sandbox?.apiUrl;
  const apiKey = typeof key === 'string' ? key : sandbox?.apiKey;
  if (baseUrl === undefined || apiKey === undefined) {
    throw new UsageError('No sandbox is running here: `npm start` one, or give --api and --key.');
  }
  return new Saphan({ baseUrl, apiKey, retriesMax: RETRIES_MAX });
}

/** Null when it is not given. Throws UsageError for what is no http address. */
function urlIn({ options }: Invocation, name: 'api' | 'forward-to'): string | null {
  const given = options[name];
  if (typeof given !== 'string') return null;
  const protocol = URL.canParse(given) ? new URL(given).protocol : '';
  if (/^https?:$/.test(protocol)) return given;
  throw new UsageError(`--${name} must be a URL, as http://localhost:3000/hook.`);
}

/** All of them unless some are named. Throws UsageError. */
function eventsIn(given: string | boolean | undefined): EventName[] {
  if (typeof given !== 'string') return [...eventNames];
  return given.split(',').map((written) => {
    const name = readEventName(written);
    if (name !== null) return name;
    throw new UsageError(`There is no event ${written}. There are: ${eventNames.join(', ')}.`);
  });
}

/** Throws UsageError when the gateway does not take it, or does not answer. */
async function register(
  saphan: Saphan,
  webhook: { readonly url: string; readonly events: EventName[]; readonly secret: string },
): Promise<string> {
  try {
    const description = 'gateway webhooks listen';
    return (await saphan.createWebhook({ ...webhook, description })).webhook_id;
  } catch (error) {
    if (!(error instanceof SaphanError)) throw error;
    throw new UsageError(`The webhook could not be registered. ${error.message}`);
  }
}

/** The exit code. */
async function remove(
  saphan: Saphan,
  webhookId: string,
  tell: (text: string) => void,
): Promise<number> {
  try {
    await saphan.deleteWebhook(webhookId);
    tell(`Removed ${webhookId}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof SaphanError)) throw error;
    tell(`${webhookId} could not be removed. ${error.message}`);
    return 1;
  }
}
