import type { OperationFacts } from '../definition';

interface Tag {
  readonly name: string;
  readonly description: string;
}

const callbacks: Tag = {
  name: 'Provider callbacks',
  description:
    'Reports of the provider about an order. Stored before the response, applied exactly once; ' +
    'duplicates have no effect.',
};
const operations: Tag = {
  name: 'Operations',
  description: 'For operators of the gateway.',
};

/** By the first segment of the path, in the order of display. */
const nouns: Readonly<Record<string, Tag>> = {
  'qr-codes': {
    name: 'QR codes',
    description: 'Thai QR codes that a customer pays in a banking app. Each has a payment.',
  },
  payments: {
    name: 'Payments',
    description:
      '`pending` until it is `succeeded`, `failed` or `expired`. Late money is credited.',
  },
  'payment-links': {
    name: 'Payment links',
    description:
      'Pages with short URLs on which anyone can pay. *Pay* on the page creates a payment, whose ' +
      '`payment_link_id` names the link.',
  },
  'monthly-mails': { name: 'Payment links', description: '' },
  refunds: { name: 'Refunds', description: 'Payments returned to the customer.' },
  transactions: { name: 'Transactions', description: 'Payments and refunds in one list.' },
  deposit: {
    name: 'Deposits',
    description: 'Bank transfers by a customer, on a page that the gateway hosts.',
  },
  withdraw: { name: 'Withdrawals', description: "Payouts to a customer's bank account." },
  balance: { name: 'Balance', description: 'The ledger balance of the merchant.' },
  prices: { name: 'Prices', description: 'What the merchant pays for its orders.' },
  approvals: {
    name: 'Approvals',
    description: 'Payouts and settings that wait for another person. Decided on the dashboard.',
  },
  webhooks: {
    name: 'Webhooks',
    description: 'Endpoints of the merchant that receive signed events.',
  },
  'webhook-deliveries': { name: 'Webhooks', description: '' },
  'webhook-replays': { name: 'Webhooks', description: '' },
  events: { name: 'Events', description: 'Everything that was reported to webhooks, for 90 days.' },
};

/** Throws when the table has no tag for the path. */
export function tagOf({ name, family, path }: OperationFacts): Tag {
  if (family === 'callback') return callbacks;
  if (family === 'ops') return operations;
  const [, noun = ''] = /^(?:\/Thai(?:\/v1)?)?\/([^/]+)/.exec(path) ?? [];
  const tag = nouns[noun];
  if (tag === undefined) throw new Error(`no tag for ${name}: add "${noun}" to the table of nouns`);
  return tag;
}

/** In the order of display. */
export function tagsOf(facts: readonly OperationFacts[]): readonly Tag[] {
  const used = new Set(facts.map((operation) => tagOf(operation).name));
  const all = [...Object.values(nouns), callbacks, operations];
  return all.filter(({ name, description }) => used.has(name) && description !== '');
}
