import {
  hasPlaceForKey,
  holdApiKey,
  listApiKeys,
  lockApiKey,
  replaceApiKey,
  revokeApiKey,
  setKeyLimits,
  type ApiKey,
} from './store/api-keys';
import { findMerchant, type Merchant } from '../kernel/merchants/store';
import { findApprovalRules } from '../kernel/approvals/store/approval-rules';
import { findUser } from '../people/store/people';
import type { Db } from '../platform/postgres/connect';
import type { AuditEvent, AuditEventName } from '../kernel/audit/audit-event';
import type { Payee } from '../kernel/rules/banks';
import { allows, type Grant } from '../kernel/rules/permission';
import { orProblem, Problem } from '../kernel/rules/problem';
import { stateDigest } from '../platform/crypto/state-digest';
import type { Deps } from '../deps';
import { OPERATORS, recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { requestApproval } from '../kernel/approvals/request-approval';
import { notifyOwners } from '../people/send-mail';
import { PAYEES_MAX, maskedPayees, openPayees, sealPayees } from './payees';
import { createApiKey } from './create-merchant';
import { newSigningSecret } from './request-signature';

export type { ApiKey };

type Doing = Pick<Deps, 'config' | 'db' | 'vault'>;

export interface NewKey {
  readonly name: string;
  readonly permissions: readonly Grant[];
  /** Null: API_KEY_DAYS_MAX, without which the key does not expire. */
  readonly expiresInDays?: number | null;
  /** CIDR blocks as `readBlock` returns them; null: any address. */
  readonly addresses?: readonly string[] | null;
  /** Null: any account. */
  readonly payees?: readonly Payee[] | null;
  readonly mustSign?: boolean;
}

/** Only the creation returns the secrets. */
export interface IssuedKey {
  readonly keyId: string;
  readonly apiKey: string;
  /** Signs payouts; null where no signature is required. */
  readonly signingSecret: string | null;
  readonly awaitsApproval: boolean;
}

/** Absent fields stay unchanged. */
export interface KeyChanges {
  readonly addresses?: readonly string[] | null;
  /** Returns the new list of payees. */
  readonly editPayees?: (payees: readonly Payee[]) => readonly Payee[] | null;
  readonly mustSign?: boolean;
  /** `digestOfLimits` that a form showed; absent for a change that names all that it replaces. */
  readonly digest?: string;
}

/** Active ones only, newest first. */
export async function findKeys(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchant: Pick<Merchant, 'id'>,
): Promise<readonly ApiKey[]> {
  const keys = await listApiKeys(db, vault, merchant.id);
  return keys.filter(({ isActive }) => isActive).toReversed();
}

export async function findKey(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchant: Pick<Merchant, 'id'>,
  keyId: string,
): Promise<ApiKey> {
  const key = (await findKeys(deps, merchant)).find(({ id }) => id === keyId);
  if (key === undefined) throw new Problem('key_not_found');
  return key;
}

/**
 * Notifies the owners. Throws Problem `merchant_not_found`, `too_many_keys` or
 * `invalid_key_expiry`.
 */
export async function createKey(
  deps: Doing,
  audit: AuditContext,
  merchantId: string,
  key: NewKey,
): Promise<IssuedKey> {
  return deps.db.transaction((trx) => addKey(deps, trx, audit, merchantId, key));
}

/** As `createKey`, in a transaction. */
export async function addKey(
  deps: Doing,
  trx: Db,
  audit: AuditContext,
  merchantId: string,
  key: NewKey,
): Promise<IssuedKey> {
  const expiresAt = expiryOf(deps, key.expiresInDays ?? null);
  if ((await findMerchant(trx, merchantId)) === null) throw new Problem('merchant_not_found');
  if (!(await hasPlaceForKey(trx, merchantId))) throw new Problem('too_many_keys');
  const { addresses = null, payees = null } = key;
  const limits = { expiresAt, addresses, payeesSealed: sealPayees(deps, payees) };
  return issue(deps, trx, audit, { ...key, merchantId, ...limits });
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 366;

function expiryOf({ config }: Pick<Deps, 'config'>, days: number | null): Date | null {
  const { daysMax } = config.apiKeys;
  const given = days ?? daysMax;
  if (given === null) return null;
  const max = daysMax ?? DAYS_MAX;
  if (given >= 1 && given <= max) return new Date(Date.now() + given * DAY_MS);
  const message = `A key expires after 1 to ${max} days.`;
  throw new Problem('invalid_key_expiry', { param: 'expires', message });
}

type KeyToIssue = Pick<NewKey, 'name' | 'permissions' | 'mustSign'> &
  Pick<ApiKey, 'merchantId' | 'expiresAt' | 'addresses' | 'payeesSealed'>;

/**
 * Notifies the owners and records the event. Where the merchant's rules demand it, a key that may
 * withdraw authenticates nothing before another person approves it.
 */
async function issue(
  deps: Doing,
  trx: Db,
  audit: AuditContext,
  key: KeyToIssue,
): Promise<IssuedKey> {
  const { merchantId, name, permissions, expiresAt, addresses, payeesSealed } = key;
  const signing = key.mustSign === true ? newSigningSecret(deps) : null;
  const signingSecretSealed = signing?.sealed ?? null;
  const limits = { expiresAt, addresses, payeesSealed, signingSecretSealed };
  const { mode } = deps.config;
  const made = await createApiKey(trx, mode, merchantId, name, permissions, audit.actor, limits);
  const { keyId, apiKey, hint } = made;
  await notifyOfKey(deps, trx, audit, 'key_created', { merchantId, name, hint, permissions });
  const given = Object.entries(limitsDetail(deps, limits)).filter(([, value]) => value !== ANY);
  const expires = expiresAt === null ? {} : { expires: expiresAt.toISOString() };
  const permission = permissions.join(', ');
  const detail = { name, permission, hint, ...expires, ...Object.fromEntries(given) };
  await recordKeyEvent(deps, trx, audit, 'key.created', { id: keyId, merchantId, detail });
  const rules = await findApprovalRules(trx, deps.vault, merchantId);
  const awaitsApproval = rules.withdrawKeys && allows(permissions, 'withdrawals:write');
  if (awaitsApproval) {
    await holdApiKey(trx, keyId);
    await requestApproval(deps, trx, audit, {
      realm: 'merchant',
      merchantId,
      act: 'key',
      subject: keyId,
      detail,
    });
  }
  return { keyId, apiKey, signingSecret: signing?.secret ?? null, awaitsApproval };
}

const ANY = 'any';

const limitsDetail = (deps: Pick<Deps, 'vault'>, key: Limits): AuditEvent['detail'] => ({
  addresses: key.addresses?.join(', ') ?? ANY,
  payees: maskedPayees(deps, key)?.join(', ') ?? ANY,
  payouts: key.signingSecretSealed === null ? ANY : 'signed',
});

/**
 * Takes effect with the next request. Returns a new signing secret where signatures become
 * required, else null. `ofMerchantId` is null for an operator. Throws Problem `key_not_found`, also
 * for another merchant's key, `invalid_payees`, or `state_conflict` when a key that another person
 * has approved, or is to approve, would be limited less, and when the limits have another digest
 * than `digest`.
 */
export async function changeKey(
  deps: Doing,
  audit: AuditContext,
  ofMerchantId: string | null,
  keyId: string,
  { addresses, editPayees, mustSign, digest }: KeyChanges,
): Promise<{ readonly name: string; readonly signingSecret: string | null }> {
  return deps.db.transaction(async (trx) => {
    const key = orProblem(await lockApiKey(trx, deps.vault, keyId, ofMerchantId), 'key_not_found');
    if (digest !== undefined && digest !== digestOfLimits(key)) throw new Problem('state_conflict');
    const isNew = mustSign === true && key.signingSecretSealed === null;
    const signing = isNew ? newSigningSecret(deps) : null;
    const kept = mustSign === false ? null : key.signingSecretSealed;
    const limits = {
      addresses: addresses === undefined ? key.addresses : addresses,
      payeesSealed: editPayees === undefined ? key.payeesSealed : edited(deps, key, editPayees),
      signingSecretSealed: signing?.sealed ?? kept,
    };
    const { withdrawKeys } = await findApprovalRules(trx, deps.vault, key.merchantId);
    const isRuled = withdrawKeys && allows(key.permissions, 'withdrawals:write');
    if (isRuled && isLoosened(deps, key, limits)) throw new Problem('state_conflict');
    await setKeyLimits(trx, keyId, limits);
    await notifyOfKey(deps, trx, audit, 'key_changed', key);
    const detail = { hint: key.hint, ...limitsDetail(deps, limits) };
    await recordKeyEvent(deps, trx, audit, 'key.changed', { ...key, detail });
    return { name: key.name, signingSecret: signing?.secret ?? null };
  });
}

type Limits = Pick<ApiKey, 'addresses' | 'payeesSealed' | 'signingSecretSealed'>;

/** Covers the limits that the form of a key replaces. */
export const digestOfLimits = ({ addresses, payeesSealed, signingSecretSealed }: Limits): string =>
  stateDigest([addresses, payeesSealed, signingSecretSealed]);

/** Whether a key may do more than before. A block inside another block counts as a new one. */
function isLoosened(deps: Pick<Deps, 'vault'>, before: Limits, after: Limits): boolean {
  const payeesOf = ({ payeesSealed }: Limits) =>
    payeesSealed === null
      ? null
      : openPayees(deps, payeesSealed).map((payee) => JSON.stringify(payee));
  return (
    (before.signingSecretSealed !== null && after.signingSecretSealed === null) ||
    isWidened(before.addresses, after.addresses) ||
    isWidened(payeesOf(before), payeesOf(after))
  );
}

/** Null stands for anything. */
const isWidened = (before: readonly string[] | null, after: readonly string[] | null): boolean =>
  before !== null && (after === null || after.some((item) => !before.includes(item)));

function edited(
  deps: Pick<Deps, 'vault'>,
  { payeesSealed }: Pick<ApiKey, 'payeesSealed'>,
  edit: NonNullable<KeyChanges['editPayees']>,
): string | null {
  const payees = edit(payeesSealed === null ? [] : openPayees(deps, payeesSealed));
  if (payees !== null && payees.length > PAYEES_MAX) {
    throw new Problem('invalid_payees', { param: 'payees' });
  }
  return sealPayees(deps, payees);
}

/** A rotated key stays valid for at most this long. */
export const OVERLAP_HOURS_MAX = 168;

/**
 * The new key has the same permissions, limits and lifetime; the old one expires after
 * `overlapHours`. Throws Problem `key_not_found`, also for another merchant's key, or
 * `state_conflict` for a key that was rotated already.
 */
export async function rotateKey(
  deps: Doing,
  audit: AuditContext,
  ofMerchantId: string | null,
  keyId: string,
  overlapHours: number,
): Promise<IssuedKey & { readonly name: string; readonly validUntil: Date }> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS_MAX)) {
    throw new RangeError(`overlapHours must be from 0 to ${OVERLAP_HOURS_MAX}`);
  }
  return deps.db.transaction(async (trx) => {
    const key = orProblem(await lockApiKey(trx, deps.vault, keyId, ofMerchantId), 'key_not_found');
    if (key.replacedBy !== null) throw new Problem('state_conflict');
    const { expiresAt, createdAt, signingSecretSealed } = key;
    // Rounded: the expiry is from the clock of a process, the creation from that of the database.
    const lifeDays =
      expiresAt === null
        ? null
        : Math.max(1, Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS));
    const { daysMax } = deps.config.apiKeys;
    const days = lifeDays === null ? null : Math.min(lifeDays, daysMax ?? DAYS_MAX);
    const { merchantId, name, permissions, addresses, payeesSealed } = key;
    const kept = { merchantId, name, permissions, addresses, payeesSealed };
    const expiry = expiryOf(deps, days);
    const mustSign = signingSecretSealed !== null;
    const made = await issue(deps, trx, audit, { ...kept, expiresAt: expiry, mustSign });
    const replaced = { replacedBy: made.keyId, hours: overlapHours };
    const validUntil = await replaceApiKey(trx, keyId, replaced);
    const detail = { hint: key.hint, replacedBy: made.keyId, until: validUntil.toISOString() };
    await recordKeyEvent(deps, trx, audit, 'key.rotated', { ...key, detail });
    return { ...made, name, validUntil };
  });
}

/**
 * Immediate. `ofMerchantId` is null for an operator. Throws Problem `key_not_found`, also for
 * another merchant's key.
 */
export async function revokeKey(
  deps: Doing,
  audit: AuditContext,
  ofMerchantId: string | null,
  keyId: string,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const revoked = orProblem(await revokeApiKey(trx, keyId, ofMerchantId), 'key_not_found');
    const { merchantId, hint } = revoked;
    const about = { id: keyId, merchantId, detail: { hint } };
    await recordKeyEvent(deps, trx, audit, 'key.revoked', about);
  });
}

async function notifyOfKey(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  { actor }: AuditContext,
  kind: 'key_created' | 'key_changed',
  {
    merchantId,
    name,
    hint,
    permissions,
  }: Pick<ApiKey, 'merchantId' | 'name' | 'hint' | 'permissions'>,
): Promise<void> {
  const merchant = await findMerchant(trx, merchantId);
  if (merchant === null) throw new Error(`there is no merchant ${merchantId}`);
  await notifyOwners(deps, trx, merchantId, {
    kind,
    merchantName: merchant.name,
    keyName: name,
    hint,
    permission: permissions.join(', '),
    madeBy: actor.kind === 'user' ? (await findUser(trx, deps.vault, actor.id)).name : null,
  });
}

/** An operator's act is recorded in both logs. */
async function recordKeyEvent(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  act: AuditEventName,
  about: Pick<ApiKey, 'id' | 'merchantId'> & Pick<AuditEvent, 'detail'>,
): Promise<void> {
  const { id: subject, merchantId, detail } = about;
  const what =
    audit.scope === OPERATORS
      ? { subject, detail: { merchantId, ...detail }, merchant: { id: merchantId, detail } }
      : { subject, detail };
  await recordAuditEvent(deps, trx, audit, act, what);
}
