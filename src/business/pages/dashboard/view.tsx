import { mayActAs } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import { withoutStale } from '../../../pages/kit/refusal';
import { usePage } from '../../../pages/kit/page-context';
import { Confirm, Digest, Field, FileField, Form, Submit, worded } from '../../../pages/kit/form';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import type { Business } from '../../find-business';
import { holdHours } from '../../rules/payout-account';
import { ShopMark } from '../shop-mark';
import { AccountFacts, ProfileFacts, verificationMark } from '../profile-facts';
import { businessTexts, type BusinessTexts } from '../texts';

export const BUSINESS = '/dashboard/settings/business';

/** Only owners can change the business. */
export function businessScreen(
  context: SignedInContext,
  business: Business,
  refusal: Refusal | null,
): Screen {
  const t = businessTexts[context.language];
  const mayChange = mayActAs(context.session, 'owner');
  const of = (form: 'details' | 'account' | 'logo') =>
    refusal !== null && formOf(refusal) === form ? withoutStale(refusal) : null;
  const main = (
    <>
      <Card
        id="details"
        title={t.details}
        hint={t.detailsHint}
        mark={verificationMark(business.identity, t)}
        narrow>
        {mayChange ? (
          <ProfileForm business={business} refusal={of('details')} t={t} />
        ) : (
          <ProfileFacts business={business} t={t} />
        )}
      </Card>
      <AccountCard business={business} refusal={of('account')} mayChange={mayChange} t={t} />
      <LogoCard business={business} refusal={of('logo')} mayChange={mayChange} t={t} />
    </>
  );
  return { title: context.t.sections.business, section: 'business', main };
}

function formOf({ values }: Refusal): 'details' | 'account' | 'logo' {
  if ('before' in values) return 'account';
  return 'name' in values ? 'details' : 'logo';
}

interface CardProps extends FormProps {
  readonly mayChange: boolean;
}
function AccountCard({ business, refusal, mayChange, t }: CardProps) {
  const { account } = business;
  const { mode } = usePage();
  return (
    <Card
      id="account"
      title={t.account}
      hint={t.accountHint}
      mark={account !== null && verificationMark(account.verification, t)}
      narrow>
      <AccountFacts business={business} t={t} />
      {mayChange && (
        <Form action={`${BUSINESS}/account`} refusal={refusal}>
          <input type="hidden" name="before" value={account?.id ?? ''} />
          <Field name="bank" label={t.bank} rule={t.bankRule} lengthMax={60} />
          <Field
            name="account_number"
            label={t.number}
            rule={t.numberRule}
            lengthMax={30}
            numeric
          />
          <Field name="account_name" label={t.holder} lengthMax={100} />
          <p class="soft">{t.holdHint[holdHours(mode, account === null)]}</p>
          <Submit tone="plain" label={t.changeAccount} />
        </Form>
      )}
    </Card>
  );
}

function LogoCard({ business, refusal, mayChange, t }: CardProps) {
  const { logoId } = business;
  return (
    <Card id="logo-title" title={t.logo} hint={t.logoHint} narrow>
      <ShopMark {...business} />
      {logoId === null && <p>{t.logoNone}</p>}
      {mayChange && (
        <Form action={`${BUSINESS}/logo`} refusal={refusal} upload>
          <FileField
            name="logo"
            label={t.logoFile}
            hint={t.logoFileHint}
            accept="image/png,image/jpeg,image/webp"
          />
          <Submit tone="plain" label={t.upload} />
        </Form>
      )}
      {mayChange && logoId !== null && (
        <Confirm
          action={`${BUSINESS}/logo/remove`}
          label={t.removeLogo}
          question={t.removeLogoQuestion}
        />
      )}
    </Card>
  );
}

interface FormProps {
  readonly business: Business;
  readonly refusal: Refusal | null;
  readonly t: BusinessTexts;
}
function ProfileForm({ business: { profile, digest, identity }, refusal, t }: FormProps) {
  const { t: common } = usePage();
  const saved = (field: keyof typeof profile) => ({ value: profile[field] ?? '', optional: true });
  return (
    <Form action={BUSINESS} refusal={refusal}>
      <Digest refusal={refusal} digest={digest} />
      <Field
        name="name"
        {...worded(t, 'name')}
        value={profile.name}
        lengthMax={60}
        autocomplete="organization"
      />
      <Field name="legal_name" {...worded(t, 'legalName')} {...saved('legalName')} />
      <Field name="tax_id" {...worded(t, 'taxId')} lengthMax={30} numeric {...saved('taxId')} />
      <Field name="branch" {...worded(t, 'branch')} lengthMax={10} numeric {...saved('branch')} />
      <Field
        name="address"
        {...worded(t, 'address')}
        lengthMax={300}
        lines={3}
        autocomplete="street-address"
        {...saved('address')}
      />
      <Field
        name="email"
        {...worded(t, 'email')}
        type="email"
        lengthMax={254}
        autocomplete="email"
        {...saved('email')}
      />
      <Field
        name="phone"
        {...worded(t, 'phone')}
        lengthMax={30}
        autocomplete="tel"
        {...saved('phone')}
      />
      <Field name="colour" {...worded(t, 'colour')} lengthMax={7} {...saved('colour')} />
      {identity !== null && <p class="soft">{t.endsHint}</p>}
      <Submit label={common.save} />
    </Form>
  );
}
