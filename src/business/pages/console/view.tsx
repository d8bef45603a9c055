import { mayActAs } from '../../../kernel/rules/realm';
import { Card } from '../../../pages/kit/card';
import { Field, Form, FormFault, Submit, worded } from '../../../pages/kit/form';
import { Facts } from '../../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { IDENTITY, type Business } from '../../find-business';
import type { VerifiedBusiness } from '../../list-verifiers';
import { hasIdentity } from '../../rules/details';
import { AccountFacts, ProfileFacts, verificationMark } from '../profile-facts';
import { businessTexts, type BusinessTexts } from '../texts';

export const businessPath = (merchantId: string): string =>
  `/console/merchants/${merchantId}/business`;

/** Operators verify what the evidence shows. */
export function consoleBusinessScreen(
  context: SignedInContext,
  { business, verifiers }: VerifiedBusiness,
  refusal: Refusal | null,
): Screen {
  const t = businessTexts[context.language];
  const { profile, identity, account, merchantId } = business;
  const mayVerify = mayActAs(context.session, 'operator');
  const at = { business, refusal, t };
  const evidenceOf = (subject: string) => (
    <Facts
      rows={verifiers
        .filter((each) => each.subject === subject)
        .flatMap(({ name, evidence }) => [
          [t.evidenceBy, name] as const,
          [t.evidence, <bdi>{evidence}</bdi>] as const,
        ])}
    />
  );
  const isRefusedElse = refusal !== null && refusal.values['subject'] === undefined;
  const main = (
    <>
      {isRefusedElse && <FormFault refusal={refusal} />}
      <div class="columns">
        <Card id="details" title={t.details} mark={verificationMark(identity, t)}>
          <ProfileFacts business={business} t={t} />
          {evidenceOf(IDENTITY)}
          {identity === null && !hasIdentity(profile) && <p class="soft">{t.incomplete}</p>}
          {mayVerify && identity === null && hasIdentity(profile) && (
            <VerifyForm {...at} subject={IDENTITY} label={t.verifyIdentity} />
          )}
        </Card>
        <Card
          id="account"
          title={t.account}
          mark={account !== null && verificationMark(account.verification, t)}>
          <AccountFacts business={business} t={t} />
          {account !== null && evidenceOf(account.id)}
          {mayVerify && account !== null && account.verification === null && (
            <VerifyForm {...at} subject={account.id} label={t.verifyAccount} />
          )}
        </Card>
      </div>
    </>
  );
  const back = { path: `/console/merchants/${merchantId}`, title: profile.name };
  return { title: t.business, section: 'merchants', back, main };
}

interface VerifyProps {
  readonly business: Business;
  readonly refusal: Refusal | null;
  readonly t: BusinessTexts;
  readonly subject: string;
  readonly label: string;
}
function VerifyForm({ business: { merchantId, digest }, refusal, t, subject, label }: VerifyProps) {
  const own = refusal?.values['subject'] === subject ? refusal : null;
  const isAccount = subject !== IDENTITY;
  return (
    <Form
      action={`${businessPath(merchantId)}/${isAccount ? 'account' : 'identity'}`}
      refusal={own}>
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="digest" value={digest} />
      {isAccount && (
        <Field
          name="account_number"
          label={t.number}
          hint={t.numberHint}
          rule={t.numberDiffers}
          lengthMax={30}
          numeric
        />
      )}
      <Field
        name={isAccount ? 'account_evidence' : 'evidence'}
        {...worded(t, 'evidence')}
        lengthMax={1_000}
        lines={2}
      />
      <p class="soft">{t.ownOnly}</p>
      <Submit tone="plain" label={label} />
    </Form>
  );
}
