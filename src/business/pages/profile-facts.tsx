import { Badge, Facts, MailAddress, Time } from '../../pages/kit/parts';
import type { Business, Verification } from '../find-business';
import type { BusinessTexts } from './texts';

export const verificationMark = (verification: Verification | null, t: BusinessTexts) =>
  verification === null ? (
    <Badge tone="warn">{t.unverified}</Badge>
  ) : (
    <Badge tone="good">{t.verified}</Badge>
  );

export function ProfileFacts({ business, t }: { business: Business; t: BusinessTexts }) {
  const { profile, identity } = business;
  const { name, legalName, taxId, branch, address, email, phone, colour } = profile;
  // Isolated, so that text from right to left does not reorder what follows it.
  const text = (value: string | null) => (value === null ? t.none : <bdi>{value}</bdi>);
  return (
    <Facts
      rows={[
        [t.name, text(name)],
        [t.legalName, text(legalName)],
        [t.taxId, text(taxId)],
        [t.branch, text(branch)],
        [t.address, text(address)],
        [t.email, email === null ? t.none : <MailAddress address={email} />],
        [t.phone, text(phone)],
        [t.colour, text(colour)],
        identity === null ? null : [t.verifiedAt, <Time at={identity.verifiedAt} />],
      ]}
    />
  );
}
