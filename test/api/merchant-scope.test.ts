import { Client } from 'pg';
import { startReceiver } from '../support/receiver';
import type { Receiver } from '../support/receiver';
import { startApi } from '../http/api';
import type { Api } from '../http/api';
import { requestFor } from '../http/operation-requests';

/*
 * The second line behind the authorization matrix, in place of row-level security: whatever a
 * merchant's request asks the database for, it asks for as that merchant.
 */

interface Statement {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
}

/** Finds the merchant itself. */
const AUTHENTICATION = 'merchants-by-key';
/** Notes that a key was used, beside what was asked under it. */
const USE = 'note-key-use';
/** Writes down the requests of the last second, whichever they were. */
const LOG = 'keep-requests';

/**
 * Statements that name no merchant. Each follows one that found, under its merchant, the object by
 * whose id it goes on; to add one is to say where that happened.
 */
const afterwards: Readonly<Record<string, string>> = {
  'find-movements': 'the payment to expire, locked for its merchant',
  'waiting-callbacks': 'the payment to expire, locked for its merchant',
  'untaken-deliveries': 'the payment to expire',
  'hand-over': 'the payment to expire',
  'list-deliveries': 'the webhook, found for its merchant',
  'find-secrets': 'the webhook, found for its merchant',
  'count-replay': 'the webhook, locked for its merchant',
  redeliver: 'the delivery, found for its merchant',
  'list-slips': 'the deposit, found for its merchant',
  'lock-slips-order': 'the deposit of the slip, found for its merchant',
  'count-slips': 'the deposit of the slip',
  'add-slip': 'the deposit of the slip',
  // The keys that all audit logs are signed with belong to no merchant.
  'find-audit-key': 'the webhook, found for its merchant',
};

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi({}, { openingSatang: 10_000_000 });
  receiver = await startReceiver();
});

/** What a request that succeeds asks the database for, in order, by whatever way. */
async function statementsOf(operation: string): Promise<readonly Statement[]> {
  const objects = { merchant: api.merchant, hookUrl: receiver.url };
  const { method, path, body, headers } = await requestFor(api, operation, objects);
  const sent = jest.spyOn(Client.prototype, 'query');
  try {
    const { status } = await api.call(method, path, { body, headers });
    expect(status).toBeLessThan(300);
    return sent.mock.calls
      .map(([first]): Statement => (typeof first === 'string' ? { text: first } : first))
      .filter(({ name }) => name !== USE && name !== LOG)
      .filter(({ text }) => !/^(begin|commit);?$/i.test(text));
  } finally {
    sent.mockRestore();
  }
}

const namesMerchant = ({ values }: Statement): boolean =>
  JSON.stringify(values ?? []).includes(api.merchant.id);
const nameOf = ({ name, text }: Statement): string => name ?? text;

const used = new Set<string>();
const ofMerchants = () => api.operations.filter(({ auth }) => auth === 'merchant');

it("every statement of a merchant's request filters by merchant or follows one that did", async () => {
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
  // One that is not needed any more would excuse what nobody has looked at.
  expect([...used].sort()).toEqual(Object.keys(afterwards).sort());
});
