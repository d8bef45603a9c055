import timers from 'node:timers/promises';
import type {
  Connector,
  ProviderAccount,
  ProviderClient,
} from '../../../src/providers/connectors/connector';
import { generic } from '../../../src/providers/connectors/generic';
import { connectAccounts, registeredConnectors } from '../../../src/providers/connectors/registry';
import { advancePolicy } from '../../../workflows/policies';

function startAccount() {
  const calls: string[] = [];
  let connected = 0;
  const connector: Connector = {
    ...(generic as Connector),
    connect: () => {
      const number = ++connected;
      return {
        send: async () => {
          calls.push(`sent by ${number}`);
          return { kind: 'unreachable', reason: 'test' };
        },
        close: async () => void calls.push(`closed ${number}`),
      } as unknown as ProviderClient;
    },
  };
  const account = { id: 'pac_1', connector } as ProviderAccount;
  return { account, calls };
}

describe('the clients of accounts', () => {
  it('are connected again after a change of the account, and all closed', async () => {
    const { account, calls } = startAccount();
    let current = account;
    const provider = connectAccounts(
      { find: async () => current },
      () => undefined,
      () => undefined,
    );
    const send = () => provider.send({} as never, 'pac_1');
    await send();
    await send();
    current = { ...account };
    await send();
    await provider.close();
    expect(calls).toEqual(['sent by 1', 'sent by 1', 'closed 1', 'sent by 2', 'closed 2']);
  });
});

describe('an account whose provider hangs', () => {
  const accepted = { kind: 'accepted', providerRef: null } as const;
  const busy = { kind: 'unreachable', reason: 'busy' };

  function startHanging() {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const connect = () =>
      ({
        send: () => answered.then(() => accepted),
        find: async () => ({ kind: 'waiting' }),
        openQr: async () => ({ kind: 'unknown', reason: 'test' }),
        verifySlip: async () => ({ kind: 'not_found' }),
        close: async () => undefined,
      }) as unknown as ProviderClient;
    const connector: Connector = { ...(generic as Connector), connect };
    const observed: string[] = [];
    const provider = connectAccounts(
      { find: async (id) => ({ id, connector }) as ProviderAccount },
      () => undefined,
      (accountId) => void observed.push(accountId),
    );
    /** A call in its turn, as the activities make it; null without a turn. */
    const hang = async () => {
      const endTurn = provider.takeTurn?.('pac_1');
      return endTurn === null ? null : provider.send({} as never, 'pac_1').finally(endTurn);
    };
    return { provider, hang, observed, answer: () => answer() };
  }

  it('has eight turns, and further calls wait for one without a failure', async () => {
    const { provider, hang, observed, answer } = startHanging();
    const hanging = Array.from({ length: 8 }, hang);
    expect(await hang()).toBeNull();
    const opening = provider.openQr({} as never, 'pac_1');
    const verifying = provider.verifySlip?.({} as never, 'pac_1');
    expect(observed).toEqual([]);
    answer();
    expect(await Promise.all(hanging)).toEqual(Array.from({ length: 8 }, () => accepted));
    expect(await opening).toEqual({ kind: 'unknown', reason: 'test' });
    expect(await verifying).toEqual({ kind: 'not_found' });
    expect(await hang()).toEqual(accepted);
  });

  it('is busy for a QR code after two seconds, which its health does not count', async () => {
    const { provider, hang, observed, answer } = startHanging();
    const hanging = Array.from({ length: 8 }, hang);
    expect(await provider.openQr({} as never, 'pac_1')).toEqual(busy);
    expect(observed).toEqual([]);
    answer();
    await Promise.all(hanging);
  });

  it('does not hold an inquiry longer than its activity may take', async () => {
    const connect = () => ({ find: () => new Promise(() => {}) }) as unknown as ProviderClient;
    const account = { id: 'pac_1', connector: { ...generic, connect } } as unknown;
    const provider = connectAccounts(
      { find: async () => account as ProviderAccount },
      () => undefined,
      () => undefined,
      10,
    );
    const found = { kind: 'unreachable', reason: 'deadline' };
    expect(await provider.find({} as never, 'pac_1')).toEqual(found);
  });

  it('has 15 of the 25 seconds of its activity for an inquiry', async () => {
    const waits = jest.spyOn(timers, 'setTimeout');
    const { provider } = startHanging();
    expect(await provider.find({} as never, 'pac_2')).toEqual({ kind: 'waiting' });
    expect(waits.mock.calls.map(([ms]) => ms)).toEqual([15_000]);
    waits.mockRestore();
    expect(advancePolicy.startToCloseTimeout).toBe('25 seconds');
  });

  it('does not limit the calls of another account', async () => {
    const { provider, hang, answer } = startHanging();
    const hanging = Array.from({ length: 8 }, hang);
    expect(provider.takeTurn?.('pac_2')).not.toBeNull();
    expect(await provider.find({} as never, 'pac_2')).toEqual({ kind: 'waiting' });
    answer();
    await Promise.all(hanging);
  });
});

describe('a registered connector', () => {
  it.each([...registeredConnectors.keys()])('%s has its own name and titled fields', (name) => {
    const { connector, fields } = registeredConnectors.get(name) ?? { connector: null, fields: [] };
    expect(connector?.name).toBe(name);
    expect(name).toMatch(/^[a-z0-9-]{1,32}$/);
    for (const { title } of fields) expect([title.en, title.th]).not.toContain('');
  });
});

test('the fields of the generic connector follow its schema', () => {
  const fields = registeredConnectors.get('generic')?.fields ?? [];
  expect(
    fields.map(({ name, control, secret, isAddress, isRequired }) => ({
      name,
      control,
      secret,
      isAddress,
      isRequired,
    })),
  ).toEqual([
    { name: 'url', control: 'text', secret: false, isAddress: true, isRequired: true },
    { name: 'keys', control: 'list', secret: true, isAddress: false, isRequired: true },
    { name: 'billerId', control: 'text', secret: false, isAddress: false, isRequired: true },
    { name: 'billerName', control: 'text', secret: false, isAddress: false, isRequired: false },
    { name: 'callbackSecrets', control: 'list', secret: true, isAddress: false, isRequired: false },
  ]);
});

test('the fields of a connector show what applies without a value', () => {
  const fields = registeredConnectors.get('omise')?.fields ?? [];
  expect(Object.fromEntries(fields.map(({ name, standard }) => [name, standard]))).toEqual({
    url: 'https://api.omise.co',
    secretKey: null,
    webhookSecrets: null,
    transferFeeSatang: '3000',
  });
});
