import type { Merchant } from '../kernel/merchants/store';
import { maskAccount } from '../kernel/rules/banks';
import { orProblem } from '../kernel/rules/problem';
import { stateDigest } from '../platform/crypto/state-digest';
import type { Deps } from '../deps';
import type { Profile } from './rules/details';
import { findNameAt, findProfile } from './store/businesses';
import { listAccounts, type ShopAccount } from './store/bank-accounts';
import { findLogoId } from './store/logos';
import { IDENTITY, listVerifications, type Verification } from './store/verifications';

export { IDENTITY, type Verification };

/** Numbers are masked. */
export interface ShownAccount extends Omit<ShopAccount, 'account'> {
  readonly bankName: string;
  readonly accountName: string;
  /** Bank and number. */
  readonly masked: string;
  readonly isHeld: boolean;
  readonly verification: Verification | null;
}

export interface Business {
  readonly merchantId: string;
  readonly profile: Profile;
  /** Of the profile, for the form that changes it. */
  readonly digest: string;
  readonly logoId: string | null;
  /** Null: no operator has verified the names and the tax id as they are now. */
  readonly identity: Verification | null;
  readonly account: ShownAccount | null;
  /** The latest first. */
  readonly formerAccounts: readonly ShownAccount[];
}

/** Throws Problem `merchant_not_found`. */
export async function findBusiness(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchantId: string,
): Promise<Business> {
  const profile = orProblem(await findProfile(db, vault, merchantId), 'merchant_not_found');
  const [logoId, verified, stored] = await Promise.all([
    findLogoId(db, merchantId),
    listVerifications(db, merchantId),
    listAccounts(db, vault, merchantId),
  ]);
  const of = (subject: string) => verified.find((each) => each.subject === subject) ?? null;
  const digest = stateDigest(profile);
  const accounts = stored.map(({ account: { bankName, accountNumber, accountName }, ...row }) => ({
    ...row,
    bankName,
    accountName,
    masked: `${bankName} ${maskAccount(accountNumber)}`,
    isHeld: row.usableAt.getTime() > Date.now(),
    verification: of(row.id),
  }));
  return {
    merchantId,
    profile,
    digest,
    logoId,
    identity: of(IDENTITY),
    account: accounts.find(({ replacedAt }) => replacedAt === null) ?? null,
    formerAccounts: accounts.filter(({ replacedAt }) => replacedAt !== null),
  };
}

/** What payers see of a business. */
export type Shop = Pick<Business, 'profile' | 'logoId'>;

/** Throws Problem `merchant_not_found`. */
export async function findShop(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchantId: string,
): Promise<Shop> {
  const [profile, logoId] = await Promise.all([
    findProfile(db, vault, merchantId),
    findLogoId(db, merchantId),
  ]);
  return { profile: orProblem(profile, 'merchant_not_found'), logoId };
}

/** As a document has it: a later change of the name does not change the document. */
export const nameAt = (
  { db }: Pick<Deps, 'db'>,
  merchant: Pick<Merchant, 'id' | 'name'>,
  at: Date,
): Promise<string> => findNameAt(db, merchant, at);
