import { z } from 'zod';
import { accountNumber, email, filled, says, shown } from '../../../contract/fields';
import { findBankCode } from '../../../kernel/rules/banks';
import type { ApiDeps } from '../../../http/api-deps';
import { nothing, orNull, readBy } from '../../../pages/kit/fields';
import { LOGO_BYTES_MAX } from '../../../platform/images/logo';
import { actForm, page } from '../../../pages/dashboard/frame/page';
import type { Refusal, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { findBusiness } from '../../find-business';
import { readColour } from '../../../platform/colour';
import { readBranch, readPhone, readTaxId } from '../../rules/tax-id';
import { logoOperation } from '../logo';
import { BUSINESS, businessScreen } from './view';

const profile = z.object({
  name: shown(60),
  legal_name: orNull(shown(200)),
  tax_id: orNull(readBy(readTaxId)),
  branch: orNull(readBy(readBranch)),
  address: orNull(shown(300)),
  email: orNull(email),
  phone: orNull(readBy(readPhone)),
  colour: orNull(readBy(readColour)),
  digest: filled(100),
});

const show = async (deps: ApiDeps, context: SignedInContext, refusal: Refusal | null) =>
  businessScreen(context, await findBusiness(deps, context.session.merchant.id), refusal);

const changedLogo = {
  act: 'logo',
  errors: ['invalid_image'],
  back: () => BUSINESS,
  done: 'profile_saved',
  onError: (deps: ApiDeps, context: SignedInContext, refusal: Refusal) =>
    show(deps, context, refusal),
} as const;

const account = z.object({
  bank: filled(60).refine((name) => findBankCode(name) !== null, says('invalid_request')),
  account_number: accountNumber,
  account_name: shown(100),
  before: z
    .string()
    .regex(/^(bac_[0-9a-z]{1,64})?$/)
    .default(''),
});

export const businessOperations = [
  logoOperation,

  page({
    name: 'showBusiness',
    summary: 'The details of the business',
    path: BUSINESS,
    render: (deps, context) => show(deps, context, null),
  }),

  actForm({
    act: 'business',
    name: 'changeBusiness',
    summary: 'Change the name, the tax id, the contact and other details of the business',
    path: BUSINESS,
    fields: profile,
    errors: ['invalid_email'],
    input: (
      { fields: { digest, legal_name: legalName, tax_id: taxId, ...rest } },
      { session },
    ) => ({
      merchantId: session.merchant.id,
      profile: { ...rest, legalName, taxId },
      digest,
    }),
    back: () => BUSINESS,
    done: 'profile_saved',
    onError: (deps, context, refusal) => show(deps, context, refusal),
  }),

  actForm({
    act: 'business_account',
    name: 'setBankAccount',
    summary: 'Change the bank account that the business withdraws to',
    path: `${BUSINESS}/account`,
    fields: account,
    input({ fields: { bank: bankName, ...sent } }, { session }) {
      const { account_number: number, account_name: accountName } = sent;
      const bankCode = findBankCode(bankName);
      return {
        merchantId: session.merchant.id,
        account: { bankCode, bankName, accountNumber: number, accountName },
        before: sent.before === '' ? null : sent.before,
      };
    },
    back: () => BUSINESS,
    done: 'profile_saved',
    onError: (deps, context, refusal) => show(deps, context, refusal),
  }),

  actForm({
    ...changedLogo,
    name: 'setLogo',
    summary: 'Upload the logo of the business',
    path: `${BUSINESS}/logo`,
    fields: nothing,
    file: { field: 'logo', bytesMax: LOGO_BYTES_MAX },
    input: ({ file: image }, { session }) => ({ merchantId: session.merchant.id, image }),
  }),

  actForm({
    ...changedLogo,
    name: 'removeLogo',
    summary: 'Remove the logo of the business',
    path: `${BUSINESS}/logo/remove`,
    fields: nothing,
    input: (_sent, { session }) => ({ merchantId: session.merchant.id, image: null }),
  }),
];
