import { createSendMail } from '../../../activities/send-mail';
import { beginSession } from '../../../src/people/sessions';
import { createMerchant } from '../../../src/merchants/create-merchant';
import { insertMembership } from '../../../src/people/store/memberships';
import type { Merchant } from '../../../src/kernel/merchants/store';
import { insertUser } from '../../../src/people/store/people';
import { findDigests, type PeopleTable } from '../../../src/people/store/people-form';
import { run } from '../../../src/platform/postgres/connect';
import { raw, sql } from '../../../src/platform/postgres/sql';
import type { Role } from '../../../src/kernel/rules/role';
import { formTokenOf, maskFormToken } from '../../../src/http/session-cookie';
import { newId } from '../../../src/platform/new-id';
import type { OutgoingMail } from '../../../src/platform/mail/mailer';
import { startApi, type Api } from '../../http/api';
import { testMailer } from '../../support/mailer';

export const PASSWORD = 'correct horse battery';

const english = { 'accept-language': 'en' } as const;

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly merchant: Merchant;
  readonly role: Role;
  /** The session's secret. */
  readonly token: string;
  readonly formToken: string;
}

/** A session as a browser stores it. */
export interface BrowserSession {
  readonly token: string;
  readonly formToken: string;
  /** Name of the cookie; the dashboard's by default. */
  readonly cookie?: string;
  /** The secret of a half-session. */
  readonly half?: string;
}

export interface RequestOptions {
  /** The session; null if signed out. */
  readonly as?: BrowserSession | null;
  readonly headers?: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

export type Dashboard = Awaited<ReturnType<typeof startDashboard>>;

/** Starts the API with the dashboard; signs members in and collects their mail. */
export async function startDashboard(...options: Parameters<typeof startApi>) {
  const api = await startApi(...options);
  const { mailer, mails } = testMailer();
  const sendMail = createSendMail({ ...api.deps, mailer });

  const cookieOf = (seat: BrowserSession | null | undefined): Record<string, string> =>
    seat ? { cookie: `${seat.cookie ?? 'saphan-session'}=${seat.token}` } : {};

  const get = (path: string, { as, headers }: RequestOptions = {}) =>
    api.call('GET', path, { key: null, headers: { ...english, ...cookieOf(as), ...headers } });

  /** Submits a form like a browser on a page of the session. */
  const post = (path: string, fields: Fields = {}, { as, headers }: RequestOptions = {}) =>
    api.call('POST', path, {
      key: null,
      body: encode(as ? { form_token: as.formToken, ...fields } : fields),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...english,
        ...cookieOf(as),
        ...headers,
      },
    });

  /** Submits a form with a file like a browser. */
  const upload = (
    path: string,
    { field, bytes }: { readonly field: string; readonly bytes: Buffer },
    { as, headers }: RequestOptions = {},
  ) => {
    const body = new FormData();
    if (as) body.append('form_token', as.formToken);
    body.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'picture.png');
    return api.call('POST', path, {
      key: null,
      body,
      headers: { 'sec-fetch-site': 'same-origin', ...english, ...cookieOf(as), ...headers },
    });
  };

  return {
    ...api,
    get,
    post,
    upload,
    mails,
    /** The digest that the forms of a page send back; empty without one. */
    async digestAt(path: string, as: BrowserSession): Promise<string> {
      const { text } = await get(path, { as });
      return /name="digest" value="([^"]+)"/.exec(text)?.[1] ?? '';
    },
    addMember: (role: Role, merchant: Merchant = api.merchant) => createMember(api, role, merchant),
    /** Sends pending mails like a worker, and returns them. */
    async deliverMail(): Promise<readonly OutgoingMail[]> {
      const due = await api.deps.db('mails').whereNull('ended_at').orderBy('id').pluck('id');
      const before = mails.length;
      for (const id of due) await sendMail(id);
      return mails.slice(before);
    },
    async openMerchant(name = 'Other shop'): Promise<Merchant> {
      const { merchantId } = await createMerchant(api.deps.db, name, 0);
      return { id: merchantId, name, status: 'active' };
    },
  };
}

function encode(fields: Fields): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of typeof value === 'string' ? [value] : value) sent.append(name, each);
  }
  return sent.toString();
}

/** Hashing is slow: PASSWORD is hashed once. */
let knownHash: Promise<string> | null = null;
export const hashOfPassword = ({ passwords }: Api['deps']): Promise<string> =>
  (knownHash ??= passwords.hash(PASSWORD));

/** Creates a member of a merchant and a session. */
async function createMember({ deps }: Api, role: Role, merchant: Merchant): Promise<Member> {
  const userId = newId('usr_');
  const email = `${userId}@example.com`;
  const passwordHash = await hashOfPassword(deps);
  const user = { id: userId, email, name: `Test ${role}`, language: 'en' as const, passwordHash };
  const token = await deps.db.transaction(async (trx) => {
    await insertUser(trx, deps.vault, user);
    await insertMembership(trx, merchant.id, userId, role);
    const seat = { realm: 'merchant', personId: userId, merchantId: merchant.id } as const;
    return beginSession(deps, trx, seat, { address: '127.0.0.1', agent: null });
  });
  return { userId, email, merchant, role, token, formToken: maskFormToken(formTokenOf(token)) };
}

/** The ids of the rows with an address. */
export async function idsOf(
  { deps: { db, vault } }: Pick<Dashboard, 'deps'>,
  table: PeopleTable,
  email: string,
): Promise<string[]> {
  const digestOf = await findDigests(db, vault);
  const found = sql`select id from ${raw(table)} where email_digest = ${digestOf(email)}`;
  return (await run<{ id: string }>(db, null, found)).map(({ id }) => id);
}

/** The path of the link in a mail. */
export function linkIn({ text }: OutgoingMail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in ${text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
