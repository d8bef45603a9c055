import { mayActAs } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import { usePage } from '../../../pages/kit/page-context';
import { Confirm, Digest, Field, FileField, Form, Submit } from '../../../pages/kit/form';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import type { Business } from '../../find-business';
import { logoPath } from '../logo';
import { ProfileFacts, verificationMark } from '../profile-facts';
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
  const own = refusal?.param === 'logo' || refusal?.values['name'] === undefined;
  const main = (
    <>
      <Card
        id="details"
        title={t.details}
        hint={t.detailsHint}
        mark={verificationMark(business.identity, t)}
        narrow>
        {mayChange ? (
          <ProfileForm business={business} refusal={own ? null : refusal} t={t} />
        ) : (
          <ProfileFacts business={business} t={t} />
        )}
      </Card>
      <LogoCard business={business} refusal={own ? refusal : null} mayChange={mayChange} t={t} />
    </>
  );
  return { title: context.t.sections.business, section: 'business', main };
}

interface LogoProps extends FormProps {
  readonly mayChange: boolean;
}
function LogoCard({ business: { logoId }, refusal, mayChange, t }: LogoProps) {
  return (
    <Card id="logo-title" title={t.logo} hint={t.logoHint} narrow>
      {logoId === null ? (
        <p>{t.logoNone}</p>
      ) : (
        <img class="logo" src={logoPath(logoId)} alt={t.logoAlt} />
      )}
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
        label={t.name}
        hint={t.nameHint}
        value={profile.name}
        lengthMax={60}
        autocomplete="organization"
      />
      <Field name="legal_name" label={t.legalName} hint={t.legalNameHint} {...saved('legalName')} />
      <Field
        name="tax_id"
        label={t.taxId}
        rule={t.taxIdRule}
        lengthMax={30}
        numeric
        {...saved('taxId')}
      />
      <Field
        name="branch"
        label={t.branch}
        hint={t.branchHint}
        rule={t.branchRule}
        lengthMax={10}
        numeric
        {...saved('branch')}
      />
      <Field
        name="address"
        label={t.address}
        lengthMax={300}
        lines={3}
        autocomplete="street-address"
        {...saved('address')}
      />
      <Field
        name="email"
        label={t.email}
        type="email"
        lengthMax={254}
        autocomplete="email"
        {...saved('email')}
      />
      <Field
        name="phone"
        label={t.phone}
        rule={t.phoneRule}
        lengthMax={30}
        autocomplete="tel"
        {...saved('phone')}
      />
      <Field
        name="colour"
        label={t.colour}
        hint={t.colourHint}
        rule={t.colourRule}
        lengthMax={7}
        {...saved('colour')}
      />
      {identity !== null && <p class="soft">{t.endsHint}</p>}
      <Submit label={common.save} />
    </Form>
  );
}
