import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';

/** Of the shop; nothing without one. */
export function renderContact({ shop: { profile } }: DepositView, t: Texts) {
  const { name, phone, email } = profile;
  if (phone === null && email === null) return null;
  return (
    <section class="card contact" aria-labelledby="contact">
      <h2 id="contact">{t.contact(name)}</h2>
      {phone !== null && (
        <p>
          <a href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}>{phone}</a>
        </p>
      )}
      {email !== null && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </section>
  );
}
