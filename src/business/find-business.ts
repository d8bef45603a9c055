import { orProblem } from '../kernel/rules/problem';
import { stateDigest } from '../platform/crypto/state-digest';
import type { Deps } from '../deps';
import type { Profile } from './rules/details';
import { findProfile } from './store/businesses';
import { findLogoId } from './store/logos';
import { IDENTITY, listVerifications, type Verification } from './store/verifications';

export type { Verification };

export interface Business {
  readonly merchantId: string;
  readonly profile: Profile;
  /** Of the profile, for the form that changes it. */
  readonly digest: string;
  readonly logoId: string | null;
  /** Null: no operator has verified the names and the tax id as they are now. */
  readonly identity: Verification | null;
}

/** Throws Problem `merchant_not_found`. */
export async function findBusiness(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchantId: string,
): Promise<Business> {
  const profile = orProblem(await findProfile(db, vault, merchantId), 'merchant_not_found');
  const [logoId, verified] = await Promise.all([
    findLogoId(db, merchantId),
    listVerifications(db, merchantId),
  ]);
  const of = (subject: string) => verified.find((each) => each.subject === subject) ?? null;
  const digest = stateDigest(profile);
  return { merchantId, profile, digest, logoId, identity: of(IDENTITY) };
}

/** As a document keeps it: a later change of the business does not change the document. */
export interface BusinessSnapshot extends Profile {
  /** An operator has verified the names, the tax id and the branch. */
  readonly isVerified: boolean;
}

/** Throws Problem `merchant_not_found`. */
export async function businessSnapshot(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchantId: string,
): Promise<BusinessSnapshot> {
  const { profile, identity } = await findBusiness(deps, merchantId);
  return { ...profile, isVerified: identity !== null };
}
