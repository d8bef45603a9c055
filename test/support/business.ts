import { changeAccount } from '../../src/business/bank-account';
import { changeProfile } from '../../src/business/change-profile';
import { findBusiness } from '../../src/business/find-business';
import { noDetails } from '../../src/business/rules/details';
import { createMerchant } from '../../src/merchants/create-merchant';
import type { Deps } from '../../src/deps';
import { newId } from '../../src/platform/new-id';
import { IDENTITY, insertVerification } from '../../src/business/store/verifications';
import { commandAudit } from './gateway';

/** A new merchant with details and a bank account, none of them verified. Returns its id. */
export async function testBusiness(deps: Pick<Deps, 'db' | 'vault'>): Promise<string> {
  const { merchantId } = await createMerchant(deps.db, 'Chicken rice', 0);
  const { digest } = await findBusiness(deps, merchantId);
  const named = { name: 'Chicken rice', legalName: 'บริษัท ข้าวมันไก่ จำกัด' };
  const profile = { ...noDetails, ...named, taxId: '0107544000108', branch: '00000' };
  await changeProfile(deps, commandAudit, { merchantId, profile, digest });
  for (const accountNumber of ['1112334456', '6667778889']) {
    const before = (await findBusiness(deps, merchantId)).account?.id ?? null;
    const bank = { bankCode: '014', bankName: 'SCB', accountName: 'บริษัท ข้าวมันไก่ จำกัด' };
    await changeAccount(deps, commandAudit, {
      merchantId,
      account: { ...bank, accountNumber },
      before,
    });
  }
  return merchantId;
}

/** An operator has verified the names of the business. */
export async function testVerification(
  { db }: Pick<Deps, 'db'>,
  { id: merchantId }: { readonly id: string },
): Promise<void> {
  const by = { evidence: 'DBD certificate 2026', operatorId: 'opr_test' };
  await insertVerification(db, { id: newId('bvr_'), merchantId, subject: IDENTITY, ...by });
}
