import * as accounts from '../store/provider-accounts';
import type { Db } from '../../platform/postgres/connect';
import type { AuditEvent, AuditEventName } from '../../kernel/audit/audit-event';
import { orProblem, Problem } from '../../kernel/rules/problem';
import { newId, newSecretId } from '../../platform/new-id';
import { hashOfToken } from '../../platform/crypto/secret-token';
import { stateDigest } from '../../platform/crypto/state-digest';
import {
  OPERATORS,
  recordAuditEvent,
  type AuditContext,
} from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';
import {
  changeSettings,
  changedFields,
  fieldsFor,
  valueText,
  type EnteredSettings,
  type Enterer,
} from './account-settings';
import { CALLBACK_TOKEN, SETTINGS } from './provider-accounts';

type Doing = Pick<Deps, 'db' | 'providers' | 'vault'>;

const conflict = (message: string): Problem => new Problem('state_conflict', { message });

/** Limits the accounts of one merchant. */
const OWN_ACCOUNTS_MAX = 10;

/** Accounts without a priority come last, in the order of their creation. */
export const PRIORITY_DEFAULT = 100;

export const entererOf = ({ scope }: Pick<AuditContext, 'scope'>): Enterer =>
  scope === OPERATORS ? 'operator' : 'merchant';

/**
 * Returns the account's id. The account is paused until a test passes. Throws Problem
 * `invalid_request` for an unknown connector and for settings that it does not accept,
 * `merchant_not_found`, `merchant_has_orders` for a merchant whose orders are on accounts of the
 * platform (decision 31), and `too_many_accounts`.
 */
export async function addAccount(
  deps: Doing,
  audit: AuditContext,
  asked: {
    /** Null for an account of the platform. */
    readonly merchantId: string | null;
    readonly connector: string;
    readonly label: string;
    readonly priority: number;
    readonly settings: EnteredSettings;
  },
): Promise<string> {
  const { merchantId, connector, label, priority } = asked;
  const registered = deps.providers.connectors.get(connector);
  if (registered === undefined || fieldsFor(registered, entererOf(audit)) === null) {
    throw new Problem('invalid_request', { param: 'connector' });
  }
  const { mode } = deps.providers.default;
  const by = { enterer: entererOf(audit), mode, allowsPrivate: deps.providers.allowsPrivate };
  const settings = changeSettings(registered, by, {}, asked.settings);
  const id = newId('pac_');
  const token = newSecretId('');
  const contract = {
    connector,
    mode,
    settingsSealed: deps.vault.seal(JSON.stringify(settings), SETTINGS),
    callbackTokenSealed: deps.vault.seal(token, CALLBACK_TOKEN),
  };
  await deps.db.transaction(async (trx) => {
    if (merchantId !== null) await demandPlace(trx, merchantId);
    const rest = { id, merchantId, label, priority };
    await accounts.insertAccount(trx, { ...rest, contract, callbackTokenHash: hashOfToken(token) });
    await record(deps, trx, audit, 'provider_account.added', rest, { connector, label });
  });
  await deps.providers.refresh();
  return id;
}

/** Only a merchant without orders of the platform's accounts may have accounts of its own. */
async function demandPlace(trx: Db, merchantId: string): Promise<void> {
  const owner = orProblem(await accounts.lockOwner(trx, merchantId), 'merchant_not_found');
  if (owner.accounts >= OWN_ACCOUNTS_MAX) throw new Problem('too_many_accounts');
  if (owner.accounts === 0 && owner.hasOrders) throw new Problem('merchant_has_orders');
}

/** Digests what the forms of an account change. */
export const digestOfAccount = ({
  label,
  priority,
  contract,
}: Pick<accounts.AccountRow, 'label' | 'priority' | 'contract'>): string =>
  stateDigest([label, priority, contract?.settingsSealed ?? null]);

/**
 * Absent fields stay unchanged. The audit event has what differs: of settings the names, and of
 * addresses the values too. Nothing is recorded when nothing differs. Throws Problem
 * `provider_account_not_found`, also for another merchant's, `invalid_request`, and
 * `state_conflict` for settings of the default account. With the `digestOfAccount` that a form
 * showed it also throws `state_conflict` when the account has changed since.
 */
export async function changeAccount(
  deps: Doing,
  audit: AuditContext,
  accountId: string,
  change: {
    readonly label?: string;
    readonly priority?: number;
    readonly settings?: EnteredSettings;
  },
  digest: string | null = null,
): Promise<void> {
  await withAccount(deps, audit, accountId, async (trx, row) => {
    if (digest !== null && digest !== digestOfAccount(row)) throw new Problem('state_conflict');
    const { settings = {}, label = row.label, priority = row.priority } = change;
    const isNamed = Object.values(settings).some((value) => value !== undefined);
    const { sealed, detail } = isNamed ? changeContract(deps, audit, row, settings) : unchanged;
    const facts = {
      ...(label === row.label ? {} : { label }),
      ...(priority === row.priority ? {} : { priority }),
      ...detail,
    };
    if (Object.keys(facts).length === 0) return;
    await accounts.changeAccountRow(trx, accountId, { label, priority, ...sealed });
    await record(deps, trx, audit, 'provider_account.changed', row, facts);
  });
}

/** Keeps only the first value of a secret list. */
export async function removeFormerSecrets(
  deps: Doing,
  audit: AuditContext,
  accountId: string,
  setting: string,
): Promise<void> {
  await withAccount(deps, audit, accountId, async (trx, row) => {
    const values = storedSettings(deps, row)[setting];
    if (!Array.isArray(values) || values.length < 2) throw new Problem('state_conflict');
    const { sealed } = changeContract(deps, audit, row, { [setting]: values.slice(0, 1) });
    await accounts.changeAccountRow(trx, accountId, sealed);
    await record(deps, trx, audit, 'provider_account.secrets_removed', row, { settings: setting });
  });
}

/**
 * Opens the account to new orders or closes it. Its orders continue in any status. Throws Problem
 * `provider_account_not_found`, or `state_conflict` when the status is unchanged, and when an
 * account is to be opened whose last test did not pass.
 */
export async function setAccountStatus(
  deps: Doing,
  audit: AuditContext,
  accountId: string,
  status: accounts.AccountStatus,
): Promise<void> {
  await withAccount(deps, audit, accountId, async (trx, row) => {
    if (row.status === status) throw conflict(`The account is already ${status}.`);
    if (status === 'on' && row.contract !== null && row.testResult !== 'ok') {
      throw conflict('Test the connection first: an account takes orders after a test has passed.');
    }
    await accounts.changeAccountRow(trx, accountId, { status });
    await record(deps, trx, audit, 'provider_account.status_set', row, { status });
  });
}

/**
 * The former callback URL is accepted until `removePreviousToken`. Throws Problem
 * `provider_account_not_found`, or `state_conflict` while a former one is accepted and for the
 * default account, which has no token.
 */
export async function rotateCallbackToken(
  deps: Doing,
  audit: AuditContext,
  accountId: string,
): Promise<void> {
  await withAccount(deps, audit, accountId, async (trx, row) => {
    if (row.contract === null || row.acceptsPreviousToken) {
      throw conflict('The account has no callback URL, or still accepts a former one: remove it.');
    }
    const token = newSecretId('');
    const sealed = deps.vault.seal(token, CALLBACK_TOKEN);
    await accounts.rotateToken(trx, accountId, { hash: hashOfToken(token), sealed });
    await record(deps, trx, audit, 'provider_account.token_rotated', row, {});
  });
}

/** Throws Problem `provider_account_not_found`, or `state_conflict` without a previous token. */
export async function removePreviousToken(
  deps: Doing,
  audit: AuditContext,
  accountId: string,
): Promise<void> {
  await withAccount(deps, audit, accountId, async (trx, row) => {
    if (!row.acceptsPreviousToken) throw conflict('The account has no former callback URL.');
    await accounts.removePreviousToken(trx, accountId);
    await record(deps, trx, audit, 'provider_account.token_removed', row, {});
  });
}

/** A merchant reaches its own accounts only. */
export const isReached = (
  { scope }: Pick<AuditContext, 'scope'>,
  { merchantId }: Pick<accounts.AccountRow, 'merchantId'>,
): boolean => scope === OPERATORS || scope === merchantId;

/** Locks the account for `work`, then applies the change in this process. */
async function withAccount(
  deps: Doing,
  audit: AuditContext,
  accountId: string,
  work: (trx: Db, row: accounts.AccountRow) => Promise<void>,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const row = await accounts.lockAccount(trx, accountId);
    if (row === null || !isReached(audit, row)) throw new Problem('provider_account_not_found');
    await work(trx, row);
  });
  await deps.providers.refresh();
}

/** As entered. Throws Problem `state_conflict` for the default account. */
function storedSettings({ vault }: Doing, { contract }: accounts.AccountRow): EnteredSettings {
  if (contract === null) throw conflict('The settings of this account are in the environment.');
  return JSON.parse(vault.open(contract.settingsSealed, SETTINGS)) as EnteredSettings;
}

interface ContractChange {
  readonly sealed: { readonly settingsSealed?: string };
  /** For the audit event: names of changed settings, and new addresses. */
  readonly detail: AuditEvent['detail'];
}

const unchanged: ContractChange = { sealed: {}, detail: {} };

function changeContract(
  deps: Doing,
  audit: AuditContext,
  row: accounts.AccountRow,
  entered: EnteredSettings,
): ContractChange {
  const stored = storedSettings(deps, row);
  const registered = deps.providers.connectors.get(row.contract?.connector ?? '');
  if (registered === undefined) throw new Error(`provider account ${row.id} has no connector`);
  const { mode } = deps.providers.default;
  const by = { enterer: entererOf(audit), mode, allowsPrivate: deps.providers.allowsPrivate };
  const settings = changeSettings(registered, by, stored, entered);
  const changed = changedFields(registered.fields, stored, settings);
  if (changed.length === 0) return unchanged;
  const addresses = changed
    .filter(({ isAddress }) => isAddress)
    .map((field) => [field.name, valueText(field, settings)] as const);
  return {
    sealed: { settingsSealed: deps.vault.seal(JSON.stringify(settings), SETTINGS) },
    detail: {
      settings: changed.map(({ name }) => name).join(' '),
      ...Object.fromEntries(addresses),
    },
  };
}

/** A merchant's own audit log has the acts on its accounts, also those of operators. */
async function record(
  deps: Doing,
  trx: Db,
  audit: AuditContext,
  act: AuditEventName,
  { id, merchantId }: Pick<accounts.AccountRow, 'id' | 'merchantId'>,
  detail: AuditEvent['detail'],
): Promise<void> {
  const isForMerchant = merchantId !== null && audit.scope !== merchantId;
  await recordAuditEvent(deps, trx, audit, act, {
    subject: id,
    detail,
    ...(isForMerchant ? { merchant: { id: merchantId, detail } } : {}),
  });
}
