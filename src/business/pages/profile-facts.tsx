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

/** The present account, and the former ones below it. */
export function AccountFacts({ business, t }: { business: Business; t: BusinessTexts }) {
  const { account, formerAccounts } = business;
  if (account === null) return <p>{t.accountNone}</p>;
  const { masked, accountName, createdAt, usableAt, isHeld, verification } = account;
  return (
    <>
      <Facts
        rows={[
          [t.number, <bdi>{masked}</bdi>],
          [t.holder, <bdi>{accountName}</bdi>],
          [t.accountSince, <Time at={createdAt} />],
          isHeld ? [t.accountHeld, <Time at={usableAt} />] : null,
          verification === null ? null : [t.verifiedAt, <Time at={verification.verifiedAt} />],
        ]}
      />
      {formerAccounts.length > 0 && (
        <details class="more">
          <summary>{t.formerAccounts}</summary>
          <ul class="items">
            {formerAccounts.map((former) => (
              <li>
                <p>
                  <bdi>{former.masked}</bdi>
                </p>
                <p class="soft small">
                  <Time at={former.createdAt} /> –{' '}
                  {former.replacedAt !== null && <Time at={former.replacedAt} />}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
