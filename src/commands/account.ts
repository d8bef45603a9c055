import { readFileSync } from 'node:fs';
import {
  PRIORITY_DEFAULT,
  addAccount,
  changeAccount,
  removePreviousToken,
  rotateCallbackToken,
  setAccountStatus,
  type AccountStatus,
} from '../application/provider-accounts/change-accounts';
import type { EnteredSettings } from '../application/provider-accounts/account-settings';
import {
  findAccountDetail,
  listAccounts,
  type AccountDetail,
} from '../application/provider-accounts/find-accounts';
import { testConnection } from '../application/provider-accounts/test-connection';
import {
  UsageError,
  only,
  plain,
  printRows,
  type Command,
  type CommandOption,
  type Invocation,
} from './command';
import { act, commandAudit, withStores, type CommandDeps } from './wiring';

const ACCOUNT = 'a provider account ID';
const LABEL_LENGTH_MAX = 60;
/** Far below the maximum of a Postgres integer. */
const PRIORITY_MAX = 1_000_000;

const settingsOption: CommandOption = {
  type: 'string',
  value: 'file',
  help: 'a JSON object with the settings; `-` reads standard input',
};
const options = {
  label: { type: 'string', value: 'text', help: 'a name for operators' },
  priority: {
    type: 'string',
    value: 'number',
    help: 'the account with the smallest is preferred; 100 by default',
  },
} as const;

/** Settings are never arguments, because those are visible to other users of the machine. */
function readSettings(file: string): EnteredSettings {
  if (file === '-' && process.stdin.isTTY) {
    throw new UsageError('Pipe the settings to standard input, or name a file with --settings.');
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError('The settings are not valid JSON.');
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as EnteredSettings;
  }
  throw new UsageError('The settings must be a JSON object.');
}

function textOf({ options: given }: Invocation, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

function labelOf(invocation: Invocation): string | undefined {
  const label = textOf(invocation, 'label');
  if (label === undefined || (label !== '' && label.length <= LABEL_LENGTH_MAX)) return label;
  throw new UsageError(`--label must have 1 to ${LABEL_LENGTH_MAX} characters.`);
}

function priorityOf(invocation: Invocation): number | undefined {
  const written = textOf(invocation, 'priority');
  if (written === undefined) return undefined;
  if (/^\d{1,7}$/.test(written) && Number(written) <= PRIORITY_MAX) return Number(written);
  throw new UsageError(`--priority must be a whole number from 0 to ${PRIORITY_MAX}.`);
}

const detailOf = (deps: CommandDeps, accountId: string): Promise<AccountDetail> =>
  findAccountDetail(deps, commandAudit(), accountId);

/** Without secrets, but the callback URL contains its token. */
function printDetail({ json, print }: Invocation, account: AccountDetail): void {
  const { id, connector, label, status, priority, merchant, callbackUrl } = account;
  const settings = account.settings.map(
    ({ field, count, value }) =>
      [field.name, value ?? (count === 0 ? '' : `${count} stored, not shown`)] as const,
  );
  const facts = {
    id,
    owner: merchant?.id ?? 'platform',
    connector,
    label,
    status,
    priority,
    callbackUrl,
    acceptsPreviousCallbackUrl: account.acceptsPreviousToken,
  };
  if (json) {
    print(JSON.stringify({ ...facts, settings: Object.fromEntries(settings) }, null, 2));
    return;
  }
  for (const [name, value] of [...Object.entries(facts), ...settings]) {
    print(`${name.padEnd(28)}${plain(String(value ?? ''))}`);
  }
}

export const add: Command = {
  summary: 'add a provider account, with its settings from a file or standard input',
  actsUnapproved: true,
  usage: '<connector>',
  options: {
    settings: settingsOption,
    ...options,
    merchant: { type: 'string', value: 'id', help: 'the merchant whose contract it is' },
  },
  async run(invocation) {
    const connector = only(invocation, 'a connector');
    const asked = {
      merchantId: textOf(invocation, 'merchant') ?? null,
      connector,
      label: labelOf(invocation) ?? connector,
      priority: priorityOf(invocation) ?? PRIORITY_DEFAULT,
      settings: readSettings(textOf(invocation, 'settings') ?? '-'),
    };
    const added = await act(
      invocation,
      async (deps) => detailOf(deps, await addAccount(deps, commandAudit(), asked)),
      { state_conflict: 'The account cannot be added.' },
    );
    printDetail(invocation, added);
    return 0;
  },
};

export const list: Command = {
  summary: 'list the provider accounts, the newest first',
  usage: '',
  options: {
    merchants: { type: 'boolean', help: 'those of merchants instead of the platform' },
  },
  async run(invocation) {
    const owner = invocation.options['merchants'] === true ? 'merchants' : 'platform';
    const page = { owner, before: null, limit: 1_000 };
    const { items } = await withStores(invocation.config, (deps) => listAccounts(deps, page));
    printRows(
      invocation,
      items.map(({ id, merchant, connector, label, status, priority }) => ({
        id,
        owner: merchant?.id ?? 'platform',
        connector,
        label,
        status,
        priority: String(priority),
      })),
    );
    return 0;
  },
};

export const show: Command = {
  summary: 'show a provider account without its secrets',
  usage: '<account-id>',
  options: {},
  async run(invocation) {
    const id = only(invocation, ACCOUNT);
    const work = (deps: CommandDeps) => detailOf(deps, id);
    printDetail(invocation, await act(invocation, work, {}, withStores));
    return 0;
  },
};

export const set: Command = {
  summary:
    'change a provider account; a secret list given as one text gets it as its first value and ' +
    'keeps the others, null removes a setting',
  actsUnapproved: true,
  usage: '<account-id>',
  options: { settings: settingsOption, ...options },
  async run(invocation) {
    const id = only(invocation, ACCOUNT);
    const label = labelOf(invocation);
    const priority = priorityOf(invocation);
    const file = textOf(invocation, 'settings');
    const change = {
      ...(label === undefined ? {} : { label }),
      ...(priority === undefined ? {} : { priority }),
      ...(file === undefined ? {} : { settings: readSettings(file) }),
    };
    if (Object.keys(change).length === 0) {
      throw new UsageError('Give at least one of --settings, --label and --priority.');
    }
    const changed = await act(
      invocation,
      async (deps) => {
        await changeAccount(deps, commandAudit(), id, change);
        return detailOf(deps, id);
      },
      { state_conflict: 'The settings of this account are in the environment.' },
    );
    printDetail(invocation, changed);
    return 0;
  },
};

export const rotateToken: Command = {
  summary: 'give a provider account a new callback URL; the former one is accepted until removed',
  usage: '<account-id>',
  options: {
    'remove-former': { type: 'boolean', help: 'remove the former URL instead' },
  },
  async run(invocation) {
    const id = only(invocation, ACCOUNT);
    const isRemoval = invocation.options['remove-former'] === true;
    const change = isRemoval ? removePreviousToken : rotateCallbackToken;
    const changed = await act(
      invocation,
      async (deps) => {
        await change(deps, commandAudit(), id);
        return detailOf(deps, id);
      },
      {
        state_conflict: isRemoval
          ? `Account ${id} has no former callback URL.`
          : `Account ${id} has no callback URL, or still accepts a former one: --remove-former.`,
      },
    );
    printDetail(invocation, changed);
    return 0;
  },
};

const setStatus = (status: AccountStatus, summary: string): Command => ({
  summary,
  // Closing an account protects the merchant, so the console asks for no approval either.
  actsUnapproved: status === 'on',
  usage: '<account-id>',
  options: {},
  async run(invocation) {
    const { json, print } = invocation;
    const id = only(invocation, ACCOUNT);
    await act(invocation, (deps) => setAccountStatus(deps, commandAudit(), id, status), {
      state_conflict:
        status === 'on'
          ? `Account ${id} is already on, or its last test failed: gateway account test ${id}.`
          : `Account ${id} is already ${status}.`,
    });
    print(json ? JSON.stringify({ id, status }) : `Account ${id} is ${status}.`);
    return 0;
  },
});

export const on = setStatus('on', 'let a provider account take new orders');
export const pause = setStatus('paused', 'stop new orders on a provider account for a time');
export const off = setStatus('off', 'end new orders on a provider account; its orders continue');

export const test: Command = {
  summary: 'test the connection to the provider of an account; exit code 1 when it fails',
  usage: '<account-id>',
  options: {},
  async run(invocation) {
    const { json, print } = invocation;
    const id = only(invocation, ACCOUNT);
    const probe = await act(invocation, (deps) => testConnection(deps, commandAudit(), id));
    const reason = probe.kind === 'ok' ? '' : `: ${plain(probe.reason)}`;
    print(json ? JSON.stringify({ id, ...probe }) : `${probe.kind}${reason}`);
    return probe.kind === 'ok' ? 0 : 1;
  },
};
