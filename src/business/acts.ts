import { act, approvalsAreOn } from '../kernel/acts/act';
import { changeAccount, type ChangedAccount } from './bank-account';
import { changeLogo, type ChangedLogo } from './change-logo';
import { verifyBusiness, type Verified } from './verify-business';
import { findBusiness, IDENTITY } from './find-business';
import { changeProfile, type ChangedProfile } from './change-profile';

/** Payers see the name, and documents the rest. */
const business = act<ChangedProfile, void>({
  realm: 'merchant',
  role: 'owner',
  stepUp: 'required',
  run: changeProfile,
});

/** Without a step-up: a form with a file cannot be submitted again after one. */
const logo = act<ChangedLogo, void>({
  realm: 'merchant',
  role: 'owner',
  run: changeLogo,
});

/** Money can leave to the account, so a confirmation of minutes ago does not suffice. */
const business_account = act<ChangedAccount, void>({
  realm: 'merchant',
  role: 'owner',
  stepUp: 'proof',
  run: changeAccount,
});

const business_verified = act<Verified, void>({
  realm: 'operator',
  role: 'operator',
  stepUp: 'required',
  title: { en: 'Verification of a business', th: 'ตรวจสอบข้อมูลกิจการ' },
  needsApproval: approvalsAreOn,
  async facts(deps, { merchantId, subject, evidence }) {
    const { profile, account } = await findBusiness(deps, merchantId);
    const { name, legalName, taxId } = profile;
    return {
      merchantId,
      subject: merchantId,
      detail:
        subject === IDENTITY
          ? { name: [name, legalName, taxId].join(', '), reason: evidence }
          : { name, account: account?.masked ?? null, reason: evidence },
    };
  },
  run: verifyBusiness,
});

export const businessActs = { business, logo, business_account, business_verified };
