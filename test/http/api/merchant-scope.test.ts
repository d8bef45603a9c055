import { Client } from 'pg';
import { startReceiver, type Receiver } from '../../support/receiver';
import { startApi, type Api } from '../api';
import { requestFor } from '../operation-requests';

/*
 * In place of row-level security: every SQL statement of a merchant's request filters by that
 * merchant.
 */

interface Statement {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
}

/** The statement that authenticates the merchant. */
const AUTHENTICATION = 'merchants-by-key';
/** The statements of the request log, which also records the use of keys. */
const LOG = ['keep-requests', 'record-key-uses'];

/**
 * SQL statements without a merchant filter. Each one runs after a statement that found the object
 * for the merchant. A new entry must name that statement.
 */
const afterwards: Readonly<Record<string, string>> = {
  'list-vat-rates': 'the rates of VAT, which are the same for every merchant',
  'find-movements': 'the payment to expire, locked for its merchant',
  'pending-callbacks': 'the payment to expire, locked for its merchant',
  'undispatched-deliveries': 'the payment to expire',
  'enqueue-deliveries': 'the payment to expire',
  'wake-inquired-order': 'the payment to expire, locked for its merchant',
  'list-deliveries': 'the webhook, found for its merchant',
  'find-secrets': 'the webhook, found for its merchant',
  'count-replay': 'the webhook, locked for its merchant',
  redeliver: 'the delivery, found for its merchant',
  'list-slips': 'the deposit, found for its merchant',
  'lock-slips-order': 'the deposit of the slip, found for its merchant',
  'count-slips': 'the deposit of the slip',
  'add-slip': 'the deposit of the slip',
  // The keys of addresses and of the audit log belong to no merchant.
  'find-address-key': 'the payment link, locked for its merchant',
  'find-audit-key': 'the webhook, found for its merchant',
};

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 10_000_000 });
  receiver = await startReceiver();
});

/** The SQL statements of a successful request in order. */
async function statementsOf(operation: string): Promise<readonly Statement[]> {
  const objects = { merchant: api.merchant, hookUrl: receiver.url };
  const { method, path, body, headers } = await requestFor(api, operation, objects);
  const sent = jest.spyOn(Client.prototype, 'query');
  try {
    const { status } = await api.call(method, path, { body, headers });
    expect(status).toBeLessThan(300);
    return sent.mock.calls
      .map(([first]): Statement => (typeof first === 'string' ? { text: first } : first))
      .filter(({ name }) => name === undefined || !LOG.includes(name))
      .filter(
        ({ text }) =>
          !/^(begin( transaction isolation level repeatable read read only)?|commit);?$/i.test(
            text,
          ),
      );
  } finally {
    sent.mockRestore();
  }
}

const namesMerchant = ({ values }: Statement): boolean =>
  JSON.stringify(values ?? []).includes(api.merchant.id);
const nameOf = ({ name, text }: Statement): string => name ?? text;

const used = new Set<string>();
const ofMerchants = () => api.operations.filter(({ auth }) => auth === 'merchant');

it("every statement of a merchant's request filters by merchant or follows one", async () => {
  const faults: string[] = [];
  for (const { name } of ofMerchants()) {
    const [first, ...others] = await statementsOf(name);
    if (first === undefined || nameOf(first) !== AUTHENTICATION) faults.push(`${name}: no key`);
    others.forEach((statement, at) => {
      if (namesMerchant(statement)) return;
      const known = nameOf(statement);
      const found = others.slice(0, at).some(namesMerchant);
      if (known in afterwards && found) used.add(known);
      else faults.push(`${name}: ${known}`);
    });
  }
  expect(faults).toEqual([]);
  // An unused entry would excuse a future statement.
  expect([...used].sort()).toEqual(Object.keys(afterwards).sort());
});
