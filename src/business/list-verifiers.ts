import { findPerson } from '../people/store/people';
import type { Deps } from '../deps';
import { findBusiness, type Business, type Verification } from './find-business';

export interface VerifiedBusiness {
  readonly business: Business;
  /** `name` is the id of an operator who has been removed. */
  readonly verifiers: readonly (Verification & { readonly name: string })[];
}

/** For operators: a merchant sees neither verifiers nor evidence. Throws `merchant_not_found`. */
export async function findVerifiedBusiness(
  deps: Pick<Deps, 'db' | 'vault'>,
  merchantId: string,
): Promise<VerifiedBusiness> {
  const business = await findBusiness(deps, merchantId);
  const found = [business.identity, business.account?.verification ?? null];
  const verifiers = found
    .filter((each) => each !== null)
    .map(async (each) => {
      const operator = await findPerson(deps.db, deps.vault, 'operator', each.operatorId);
      return { ...each, name: operator?.name ?? each.operatorId };
    });
  return { business, verifiers: await Promise.all(verifiers) };
}
