import { findDigests, type PeopleTable } from '../../src/people/store/people-form';
import type { Deps } from '../../src/deps';

/** The columns of an address in a row that a test inserts. */
export async function sealedEmail(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  table: PeopleTable,
  email: string,
) {
  const digestOf = await findDigests(db, vault);
  return { email_digest: digestOf(email), email_sealed: vault.seal(email, `${table}.email`) };
}

/** The columns of a person in a row that a test inserts. */
export const sealedPerson = async (
  deps: Pick<Deps, 'db' | 'vault'>,
  table: 'users' | 'operators',
  { email, name }: { readonly email: string; readonly name: string },
) => ({
  ...(await sealedEmail(deps, table, email)),
  name_sealed: deps.vault.seal(name, `${table}.name`),
});
