import type { ApprovalDetail } from '../../domain/approval';
import type { RoutingRule } from '../../domain/routing';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';
import {
  addAccount,
  changeAccount,
  removeFormerSecrets,
  removePreviousToken,
  setAccountStatus,
  type AccountStatus,
} from '../provider-accounts/change-accounts';
import {
  addRule,
  listRules,
  raiseRule,
  removeRule,
  ruledAccounts,
  type NamedRule,
} from '../provider-accounts/routing-rules';
import { act, approvalsAreOn } from './act';

/** Merchants change accounts of their own without an approval. */
const isOperators = (deps: Deps, { actor }: AuditContext): boolean =>
  approvalsAreOn(deps) && actor.kind !== 'user';

const byAdmin = { realm: 'operator', role: 'admin' } as const;

interface NewAccount {
  readonly asked: Parameters<typeof addAccount>[2];
  /** The settings that are no secrets. */
  readonly shown: ApprovalDetail;
}

const account = act<NewAccount, string>({
  ...byAdmin,
  title: { en: 'New provider account', th: 'เพิ่มบัญชีผู้ให้บริการ' },
  needsApproval: isOperators,
  facts: (_deps, { asked: { connector, label, merchantId }, shown }) => ({
    merchantId,
    subject: label,
    detail: { connector, ...shown },
  }),
  run: (deps, audit, { asked }) => addAccount(deps, audit, asked),
});

interface AccountChange {
  readonly accountId: string;
  readonly change: Parameters<typeof changeAccount>[3];
  /** `digestOfAccount` that the form showed. */
  readonly digest: string;
  readonly shown: ApprovalDetail;
}

const account_change = act<AccountChange>({
  ...byAdmin,
  title: { en: 'Change of a provider account', th: 'แก้ไขบัญชีผู้ให้บริการ' },
  needsApproval: isOperators,
  facts(_deps, { accountId, change: { label, priority, settings = {} }, shown }) {
    const detail = {
      ...(label === undefined ? {} : { label }),
      ...(priority === undefined ? {} : { priority }),
      settings: Object.keys(settings).join(' '),
      ...shown,
    };
    return { merchantId: null, subject: accountId, detail };
  },
  run: (deps, audit, { accountId, change, digest }) =>
    changeAccount(deps, audit, accountId, change, digest),
});

/** Closing an account is a protection and needs no approval. */
const account_status = act<{ readonly accountId: string; readonly status: AccountStatus }>({
  ...byAdmin,
  title: { en: 'Opening of a provider account', th: 'เปิดใช้บัญชีผู้ให้บริการ' },
  needsApproval: (deps, audit, { status }) => isOperators(deps, audit) && status === 'on',
  facts: (_deps, { accountId, status }) => ({
    merchantId: null,
    subject: accountId,
    detail: { status },
  }),
  run: (deps, audit, { accountId, status }) => setAccountStatus(deps, audit, accountId, status),
});

/**
 * Ends what is accepted beside the present callback URL (null), or beside the present value of the
 * named secret.
 */
const account_former = act<{ readonly accountId: string; readonly secret: string | null }>({
  ...byAdmin,
  title: { en: 'End of a former callback URL or secret', th: 'เลิกรับ URL หรือรหัสลับเดิม' },
  needsApproval: isOperators,
  facts: (_deps, { accountId, secret }) => ({
    merchantId: null,
    subject: accountId,
    detail: secret === null ? {} : { settings: secret },
  }),
  run: (deps, audit, { accountId, secret }) =>
    secret === null
      ? removePreviousToken(deps, audit, accountId)
      : removeFormerSecrets(deps, audit, accountId, secret),
});

type RoutingChange = { readonly merchantId: string } & (
  | { readonly change: 'add'; readonly rule: RoutingRule }
  | { readonly change: 'raise' | 'remove'; readonly named: NamedRule }
);

/** The approver sees the rule: the account decides to whom a merchant's money goes. */
const routing = act<RoutingChange>({
  ...byAdmin,
  title: { en: 'Change of routing', th: 'เปลี่ยนเส้นทางรายการ' },
  needsApproval: approvalsAreOn,
  async facts(deps, asked) {
    const { merchantId, change } = asked;
    const rule =
      asked.change === 'add'
        ? asked.rule
        : (await listRules(deps, merchantId))[asked.named.position - 1];
    const named = ruledAccounts(deps, merchantId).find(({ id }) => id === rule?.accountId);
    const detail = {
      change,
      ...(rule && {
        account: named === undefined ? rule.accountId : `${named.label} (${named.id})`,
        when: JSON.stringify(rule.when),
      }),
    };
    return { merchantId, subject: merchantId, detail };
  },
  run(deps, audit, { merchantId, ...asked }) {
    if (asked.change === 'add') return addRule(deps, audit, merchantId, asked.rule);
    const change = asked.change === 'raise' ? raiseRule : removeRule;
    return change(deps, audit, merchantId, asked.named);
  },
});

export const providerAccountActs = {
  account,
  account_change,
  account_status,
  account_former,
  routing,
};
