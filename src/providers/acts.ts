import { z } from 'zod';
import { filled } from '../contract/fields';
import type { ApprovalDetail } from '../kernel/approvals/rules/approval';
import { Problem } from '../kernel/rules/problem';
import { routedKinds, type RoutingRule } from './rules/routing';
import type { AuditContext } from '../kernel/audit/record-audit-event';
import type { ActDeps, Deps } from '../deps';
import {
  PRIORITY_DEFAULT,
  addAccount,
  changeAccount,
  removeFormerSecrets,
  removePreviousToken,
  rotateCallbackToken,
  setAccountStatus,
} from './accounts/change-accounts';
import {
  addRule,
  digestOfRule,
  listRules,
  raiseRule,
  readCondition,
  removeRule,
  ruledAccounts,
  type NamedRule,
} from './accounts/routing-rules';
import { testConnection } from './accounts/test-connection';
import { act, approvalsAreOn } from '../kernel/acts/act';
import {
  FILE,
  accountId,
  countBetween,
  someOf,
  entry,
  merchantId,
  option,
  readable,
} from '../kernel/acts/entry';

/** Merchants change accounts of their own without an approval. */
const isOperators = (deps: Pick<Deps, 'config'>, { actor }: AuditContext): boolean =>
  approvalsAreOn(deps) && actor.kind !== 'user';

const managed = { realm: 'operator', role: 'manager', stepUp: 'proof' } as const;

const PRIORITY_MAX = 1_000_000;
/** A command reads them from a file: other users of the machine see its arguments. */
const SETTINGS_HELP = 'a JSON object with the settings; `-` reads standard input';
const settings = z.record(z.string(), z.unknown());
const label = option('text', 'a name for operators', filled(60).optional());
const priority = option(
  'number',
  'the account with the smallest is preferred; 100 by default',
  readable(
    `must be a whole number from 0 to ${PRIORITY_MAX}`,
    countBetween(0, PRIORITY_MAX),
  ).optional(),
);

interface NewAccount {
  readonly asked: Parameters<typeof addAccount>[2];
  /** The settings that are no secrets. */
  readonly shown: ApprovalDetail;
}

const account = act<NewAccount, string>({
  ...managed,
  title: { en: 'New provider account', th: 'เพิ่มบัญชีผู้ให้บริการ' },
  entry: entry(
    'add a provider account, with its settings from a file or standard input',
    {
      connector: option('connector', 'the connector of its provider', filled(40)),
      settings: option(FILE, SETTINGS_HELP, settings),
      label,
      priority,
      merchant: option('id', 'the merchant whose contract it is', filled(100).optional()),
    },
    ({ connector, merchant: merchantId = null, label: name = connector, ...given }) => {
      const { priority: rank = PRIORITY_DEFAULT, settings: entered } = given;
      const asked = { merchantId, connector, label: name, priority: rank, settings: entered };
      return { asked, shown: {} };
    },
  ),
  needsApproval: isOperators,
  facts: (_deps, { asked: { connector, label: subject, merchantId }, shown }) => ({
    merchantId,
    subject,
    detail: { connector, ...shown },
  }),
  run: (deps, audit, { asked }) => addAccount(deps, audit, asked),
});

interface AccountChange {
  readonly accountId: string;
  readonly change: Parameters<typeof changeAccount>[3];
  /** `digestOfAccount` that the form showed; null of a command, which shows nothing before. */
  readonly digest: string | null;
  readonly shown: ApprovalDetail;
}

const account_change = act({
  ...managed,
  title: { en: 'Change of a provider account', th: 'แก้ไขบัญชีผู้ให้บริการ' },
  entry: entry(
    'change a provider account; a secret list given as one text gets it as its first value and ' +
      'keeps the others, null removes a setting',
    {
      accountId,
      settings: option(FILE, SETTINGS_HELP, settings.optional()),
      label,
      priority,
    },
    ({ accountId: id, ...given }): AccountChange => ({
      accountId: id,
      change: someOf(given, 'One of --settings, --label and --priority'),
      digest: null,
      shown: {},
    }),
  ),
  needsApproval: isOperators,
  facts(_deps, { accountId: subject, change, shown }) {
    const { label: name, priority: rank, settings: entered = {} } = change;
    const detail = {
      ...(name === undefined ? {} : { label: name }),
      ...(rank === undefined ? {} : { priority: rank }),
      settings: Object.keys(entered).join(' '),
      ...shown,
    };
    return { merchantId: null, subject, detail };
  },
  run: (deps, audit, { accountId: id, change, digest }) =>
    changeAccount(deps, audit, id, change, digest),
});

/** Closing an account is a protection and needs no approval. */
const account_status = act({
  ...managed,
  title: { en: 'Opening of a provider account', th: 'เปิดใช้บัญชีผู้ให้บริการ' },
  entry: entry('open a provider account to new orders, or close it; its orders continue', {
    accountId,
    status: option('on|paused|off', 'the status', z.enum(['on', 'paused', 'off'])),
  }),
  needsApproval: (deps, audit, { status }) => isOperators(deps, audit) && status === 'on',
  facts: (_deps, { accountId: subject, status }) => ({
    merchantId: null,
    subject,
    detail: { status },
  }),
  run: (deps, audit, { accountId: id, status }) => setAccountStatus(deps, audit, id, status),
});

/**
 * Ends what is accepted beside the present callback URL (null), or beside the present value of the
 * named secret.
 */
const account_former = act({
  ...managed,
  title: { en: 'End of a former callback URL or secret', th: 'เลิกรับ URL หรือรหัสลับเดิม' },
  entry: entry(
    'end what is accepted beside the present callback URL or secret',
    { accountId, secret: option('name', 'of a setting', filled(60).optional()) },
    ({ secret = null, ...given }) => ({ ...given, secret }),
  ),
  needsApproval: isOperators,
  facts: (_deps, { accountId: subject, secret }) => ({
    merchantId: null,
    subject,
    detail: secret === null ? {} : { settings: secret },
  }),
  run: (deps, audit, { accountId: id, secret }) =>
    secret === null
      ? removePreviousToken(deps, audit, id)
      : removeFormerSecrets(deps, audit, id, secret),
});

/** A further URL takes nothing away, and needs no approval. */
const account_token = act({
  ...managed,
  entry: entry(
    'give a provider account a new callback URL; the former one is accepted until removed',
    { accountId },
  ),
  run: (deps, audit, { accountId: id }) => rotateCallbackToken(deps, audit, id),
});

const account_tested = act({
  realm: null,
  role: 'manager',
  entry: entry('test the connection to the provider of an account; exit code 1 when it fails', {
    accountId,
  }),
  run: (deps, audit, { accountId: id }) => testConnection(deps, audit, id),
});

const conditions = {
  kind: option('kind', `one of ${routedKinds.join(', ')}`, z.string().default('')),
  min: option('baht', 'the smallest amount', z.string().default('')),
  max: option('baht', 'the largest amount', z.string().default('')),
  bank: option('name', 'the bank that a payout goes to', z.string().default('')),
  hours: option('from-until', 'hours in Bangkok, such as 22-6', z.string().default('')),
};
/** Positions count from 1. */
const position = readable('must be a whole number from 1', countBetween(1, 99)).optional();

type RoutingChange = { readonly merchantId: string } & (
  | { readonly change: 'add'; readonly rule: RoutingRule; readonly before?: number | undefined }
  | { readonly change: 'raise' | 'remove'; readonly named: NamedRule }
);

const changes = ['add', 'raise', 'remove'] as const;

/** Throws Problem `merchant_not_found` or `invalid_request`. */
async function ruleAt(deps: ActDeps, id: string, number: number | undefined): Promise<NamedRule> {
  const rule = (await listRules(deps, id))[(number ?? 0) - 1];
  if (rule !== undefined && number !== undefined) {
    return { position: number, digest: digestOfRule(rule) };
  }
  throw new Problem('invalid_request', { message: `There is no rule ${number}.` });
}

/** The approver sees the rule: the account decides to whom a merchant's money goes. */
const routing = act<RoutingChange>({
  realm: 'operator',
  role: 'admin',
  stepUp: 'required',
  title: { en: 'Change of routing', th: 'เปลี่ยนเส้นทางรายการ' },
  entry: entry(
    'add, raise or remove a routing rule of a merchant; a rule applies when all its conditions do',
    {
      merchantId,
      change: option('add|raise|remove', 'add by default', z.enum(changes).default('add')),
      account: option('id', 'the provider account to use', filled(100).optional()),
      ...conditions,
      before: option('number', 'insert before this rule; last by default', position),
      number: option('number', 'the rule to raise or remove', position),
    },
    async ({ merchantId: id, change, account, before, number, ...entered }, deps) => {
      if (change !== 'add')
        return { merchantId: id, change, named: await ruleAt(deps, id, number) };
      someOf({ account }, '--account');
      const rule = { when: readCondition(entered), accountId: account ?? '' };
      return { merchantId: id, change, rule, before };
    },
  ),
  needsApproval: approvalsAreOn,
  async facts(deps, asked) {
    const { merchantId: subject, change } = asked;
    const rule =
      asked.change === 'add'
        ? asked.rule
        : (await listRules(deps, subject))[asked.named.position - 1];
    const named = ruledAccounts(deps, subject).find(({ id }) => id === rule?.accountId);
    const detail = {
      change,
      ...(rule && {
        account: named === undefined ? rule.accountId : `${named.label} (${named.id})`,
        when: JSON.stringify(rule.when),
      }),
    };
    return { merchantId: subject, subject, detail };
  },
  run(deps, audit, { merchantId: id, ...asked }) {
    if (asked.change === 'add') return addRule(deps, audit, id, asked.rule, asked.before);
    const change = asked.change === 'raise' ? raiseRule : removeRule;
    return change(deps, audit, id, asked.named);
  },
});

export const providerAccountActs = {
  account,
  account_change,
  account_status,
  account_former,
  account_token,
  account_tested,
  routing,
};
