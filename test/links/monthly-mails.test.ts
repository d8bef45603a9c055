import { createSendMail } from '../../activities/send-mail';
import { stopLink } from '../../src/links/change-link';
import { findLink, type PaymentLink } from '../../src/links/find-link';
import { mailMonthlyLinks } from '../../src/links/mail-monthly-links';
import { listMonthlyMails, type MonthlyMail } from '../../src/links/monthly-mails';
import { findPublicLink, payLink } from '../../src/links/pay-link';
import { nextMailAt } from '../../src/links/rules/monthly-mail';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { OutgoingMail } from '../../src/platform/mail/mailer';
import { newSecretId } from '../../src/platform/new-id';
import { findViolations } from '../../src/reports/store/invariants';
import { startApi, type Api } from '../http/api';
import { testAudit, testCallback, testMerchant } from '../support/gateway';
import { testMailer } from '../support/mailer';
import { testLink, testMonthlyMail } from '../support/payment-links';

let api: Api;
let link: PaymentLink;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  link = await testLink(api.deps, api.merchant, { title: 'Rent', metadata: { room: 12 } });
});
afterEach(async () => {
  await api.deps.db('monthly_mails').whereNull('ended_at').update({ next_at: '2100-01-01' });
  expect(await findViolations(api.deps.db)).toEqual([]);
});

const pathOf = () => `/Thai/v1/payment-links/${link.id}/monthly-mails`;
const terms = (email: string) => ({ email, day: 31, language: 'en' });
const begin = (email: string, changed: object = {}) =>
  api.post(pathOf(), { ...terms(email), ...changed });
const rowOf = (id: string) => api.deps.db('monthly_mails').where({ id }).first();
const linksOf = (id: string) =>
  api.deps.db('monthly_links').where('mail_id', id).orderBy('month').pluck<string[]>('link_id');
const round = () => mailMonthlyLinks(api.deps, 50);
const makeDue = (id: string) =>
  api.deps
    .db('monthly_mails')
    .where({ id })
    .update({ next_at: new Date(Date.now() - 1_000) });

/** Sends what is waiting; returns the mails to the payer. */
async function sentTo({ email }: MonthlyMail): Promise<readonly OutgoingMail[]> {
  const { mailer, mails } = testMailer();
  const send = createSendMail({ ...api.deps, mailer });
  const ids = await api.deps.db('mails').whereNull('ended_at').pluck<string[]>('id');
  for (const id of ids) await send(id);
  return mails.filter(({ to }) => to === email);
}

describe('a monthly mail', () => {
  it('is created with its next time, is listed, and is sealed', async () => {
    const { status, body } = await begin('first@example.com');
    expect(status).toBe(200);
    expect(body).toEqual({
      monthly_mail_id: expect.stringMatching(/^mm_[0-9a-z]{26}$/),
      payment_link_id: link.id,
      email: 'first@example.com',
      day: 31,
      language: 'en',
      next_at: expect.any(String),
      ended_at: null,
      ended_by: null,
      created_at: expect.any(String),
    });
    const { next_at: nextAt, created_at: createdAt } = body as Record<string, string>;
    expect(nextAt).toBe(nextMailAt(31, new Date(createdAt ?? '')).toISOString());
    const unsent = { last_payment_link_id: null, last_month: null, last_paid: null };
    expect((await api.get(pathOf())).body).toEqual({
      monthly_mails: [{ ...(body as object), ...unsent }],
    });
    const rows = await api.deps.db('monthly_mails').select('*');
    expect(JSON.stringify(rows)).not.toContain('first@example.com');
  });

  it.each([
    [{ day: 0 }, 'day'],
    [{ day: 32 }, 'day'],
    [{ day: 1.5 }, 'day'],
    [{ day: '31' }, 'day'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.com\nBcc: b@example.com' }, 'email'],
    [{ email: ['a@example.com'] }, 'email'],
    [{ language: 'de' }, 'language'],
  ])('is refused with %j', async (changed, param) => {
    expect(await begin('wrong@example.com', changed)).toMatchObject({ status: 400, param });
  });

  it('is one for an address and link, in any case, also of ten requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        begin(n % 2 === 0 ? 'Twin@example.com' : 'twin@example.com'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = answers.map(({ code }) => code).filter((code) => code !== undefined);
    expect(codes).toEqual(Array(9).fill('state_conflict'));
  });

  it('that has ended is listed after those that go on', async () => {
    const first = await testMonthlyMail(api.deps, link);
    const second = await testMonthlyMail(api.deps, link);
    await api.post(`/Thai/v1/monthly-mails/${second.id}/stop`);
    const { monthly_mails: listed } = (await api.get(pathOf())).body as {
      monthly_mails: { monthly_mail_id: string }[];
    };
    expect(listed.map(({ monthly_mail_id: id }) => id)).toEqual([first.id, second.id]);
  });

  it('has one place in a list of pages, active ones first, then newest first', async () => {
    const { deps, merchant } = api;
    const mails: MonthlyMail[] = [];
    for (let n = 0; n < 12; n++) {
      // Pairs of the same time.
      const createdAt = new Date(Date.now() - Math.floor(n / 2) * 1_000);
      mails.push(await testMonthlyMail(deps, link, { createdAt }));
    }
    for (const { id } of mails.filter((_, n) => n % 3 === 0)) {
      await api.post(`/Thai/v1/monthly-mails/${id}/stop`);
    }
    const whole = await listMonthlyMails(deps, merchant, link.id);
    expect(whole.map(({ endedAt }) => endedAt === null)).toEqual([
      ...Array<boolean>(8).fill(true),
      ...Array<boolean>(4).fill(false),
    ]);
    const listed: string[] = [];
    for (let after: string | null = null; listed.length < 12; after = listed.at(-1) ?? null) {
      const page = await listMonthlyMails(deps, merchant, link.id, { limit: 5, after });
      expect(page.length).toBeGreaterThan(0);
      listed.push(...page.map(({ id }) => id));
    }
    expect(listed).toEqual(whole.map(({ id }) => id));
    const { id: foreign } = await testMonthlyMail(deps, await testLink(deps, merchant));
    expect(await listMonthlyMails(deps, merchant, link.id, { limit: 5, after: foreign })).toEqual(
      [],
    );
  });

  it('belongs to its merchant', async () => {
    const { monthly_mail_id: id } = (await begin('own@example.com')).body as {
      monthly_mail_id: string;
    };
    const { apiKey: key } = await testMerchant(api.deps.db);
    const foreign = await api.post(pathOf(), terms('own@example.com'), { key });
    expect(foreign.code).toBe('payment_link_not_found');
    expect((await api.get(pathOf(), { key })).code).toBe('payment_link_not_found');
    const stop = `/Thai/v1/monthly-mails/${id}/stop`;
    expect((await api.post(stop, undefined, { key })).code).toBe('monthly_mail_not_found');
    expect((await rowOf(id)).ended_at).toBeNull();
    expect((await api.post(stop)).body).toMatchObject({ email: null, ended_by: 'merchant' });
    expect((await api.post(stop)).status).toBe(200);
  });
});

describe('a month', () => {
  it('has one link for one payment on the terms, and one mail with it', async () => {
    const mail = await testMonthlyMail(api.deps, link, { language: 'en', day: 15 });
    const rounds = await Promise.all(Array.from({ length: 5 }, round));
    expect(rounds.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1]);
    const [linkId = '', ...more] = await linksOf(mail.id);
    expect(more).toEqual([]);
    const ofMonth = await findLink(api.deps, api.merchant, linkId);
    expect(ofMonth).toMatchObject({
      title: expect.stringMatching(/^Rent · [A-Z][a-z]+ 20\d\d$/),
      amount: link.amount,
      metadata: { room: 12 },
      paymentsMax: 1,
      monthlyMailId: mail.id,
    });
    const next = (await rowOf(mail.id)).next_at as Date;
    expect(next.getTime()).toBeGreaterThan(Date.now());
    const [message, ...others] = await sentTo(mail);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      to: mail.email,
      subject: expect.stringMatching(/^Monthly payment to /),
      text: expect.stringContaining(`/l/${ofMonth.token}?lang=en`),
      unsubscribeUrl: expect.stringMatching(new RegExp(`/l/unsubscribe/${mail.token}\\?lang=en$`)),
    });
    expect(message?.subject).not.toMatch(/990|Rent/);
  });

  it('is paid once: a second payment is beyond the link, and the page says so', async () => {
    const { deps } = api;
    const mail = await testMonthlyMail(deps, link);
    await round();
    const [linkId = ''] = await linksOf(mail.id);
    const { token } = await findLink(deps, api.merchant, linkId);
    const codes = await Promise.all(
      ['one', 'two'].map(async () =>
        payLink(deps, await findPublicLink(deps, token), newSecretId(''), 99_000),
      ),
    );
    const ids = await deps.db('qr_codes').whereIn('id', codes).pluck<string[]>('order_id');
    for (const [n, id] of ids.entries()) {
      const paid = { reported: 'succeeded', amountSatang: 99_000, transactionId: `M${n}-${id}` };
      await testCallback(deps, id, paid as Parameters<typeof testCallback>[2]);
      await applyPending(deps.db, id);
    }
    const kinds = await deps.db('exceptions').whereIn('order_id', ids).pluck('kind');
    expect(kinds).toEqual(['beyond_link']);
    const { text } = await api.get(`/l/${token}?lang=en`, { key: null });
    expect(text).toContain('Already paid');
    expect((await api.get(pathOf())).body).toMatchObject({
      monthly_mails: [{ last_payment_link_id: linkId, last_paid: true }],
    });
  });

  it('that an outage has prevented is not made up for, and the next is not missed', async () => {
    const nextAt = new Date(Date.now() - 100 * 24 * 60 * 60 * 1000);
    const mail = await testMonthlyMail(api.deps, link, { nextAt, day: 31 });
    await round();
    expect(await linksOf(mail.id)).toHaveLength(1);
    expect((await rowOf(mail.id)).next_at).toEqual(nextMailAt(31, new Date()));
    expect(await round()).toBe(0);
  });

  it('of a disabled merchant is not mailed', async () => {
    const { merchant } = await testMerchant(api.deps.db);
    const mail = await testMonthlyMail(api.deps, await testLink(api.deps, merchant));
    await api.deps.db('merchants').where('id', merchant.id).update({ status: 'disabled' });
    await round();
    expect(await linksOf(mail.id)).toEqual([]);
    expect((await rowOf(mail.id)).ended_at).toBeNull();
  });

  it('after the stop of the link ends the mails', async () => {
    const mail = await testMonthlyMail(api.deps, link);
    await stopLink(api.deps, testAudit(api.merchant), api.merchant, link.id);
    await round();
    expect(await linksOf(mail.id)).toEqual([]);
    expect(await rowOf(mail.id)).toMatchObject({ ended_by: 'link', email_sealed: null });
  });

  it('link cannot be mailed monthly itself', async () => {
    const mail = await testMonthlyMail(api.deps, link);
    await round();
    const [linkId = ''] = await linksOf(mail.id);
    const path = `/Thai/v1/payment-links/${linkId}/monthly-mails`;
    expect((await api.post(path, terms('again@example.com'))).code).toBe('state_conflict');
  });
});

describe('the link in a mail that ends the mails', () => {
  it('changes nothing when opened, and ends them by one press of a mail program', async () => {
    const mail = await testMonthlyMail(api.deps, link);
    const path = `/l/unsubscribe/${mail.token}`;
    const shown = await api.get(`${path}?lang=en`, { key: null });
    expect(shown.text).toContain('End these emails');
    expect((await rowOf(mail.id)).ended_at).toBeNull();
    for (let press = 0; press < 2; press++) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const answer = await fetch(`${api.url}${path}`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain(mail.email);
    }
    expect(await rowOf(mail.id)).toMatchObject({ ended_by: 'payer', email_sealed: null });
    await makeDue(mail.id);
    expect(await round()).toBe(0);
  });

  it('keeps the merchant from mailing the address again, by any of its links', async () => {
    const mail = await testMonthlyMail(api.deps, link, { email: 'enough@example.com' });
    await fetch(`${api.url}/l/unsubscribe/${mail.token}`, { method: 'POST' });
    expect((await begin('Enough@example.com')).code).toBe('state_conflict');
    link = await testLink(api.deps, api.merchant);
    expect((await begin('enough@example.com')).code).toBe('state_conflict');
    expect((await begin('other@example.com')).status).toBe(200);
  });

  it('ends the mails of all links of the merchant, and of no other merchant', async () => {
    const email = 'all@example.com';
    const mail = await testMonthlyMail(api.deps, link, { email });
    const second = await testMonthlyMail(api.deps, await testLink(api.deps, api.merchant), {
      email: 'All@example.com',
    });
    const { merchant } = await testMerchant(api.deps.db);
    const foreign = await testLink(api.deps, merchant);
    const elsewhere = await testMonthlyMail(api.deps, foreign, { email });
    await fetch(`${api.url}/l/unsubscribe/${mail.token}`, { method: 'POST' });
    expect(await rowOf(second.id)).toMatchObject({ ended_by: 'payer', email_sealed: null });
    expect((await rowOf(elsewhere.id)).ended_at).toBeNull();
  });

  it('also counts after the merchant has ended the mails', async () => {
    const mail = await testMonthlyMail(api.deps, link, { email: 'late@example.com' });
    await api.post(`/Thai/v1/monthly-mails/${mail.id}/stop`);
    const path = `/l/unsubscribe/${mail.token}`;
    expect((await api.get(`${path}?lang=en`, { key: null })).text).toContain('End these emails');
    await fetch(`${api.url}${path}`, { method: 'POST' });
    expect((await begin('late@example.com')).code).toBe('state_conflict');
  });

  it('beside new mails to the address leaves none of them, in any order', async () => {
    const { deps, merchant } = api;
    for (let round = 0; round < 5; round++) {
      const email = `race${round}@example.com`;
      const mail = await testMonthlyMail(deps, link, { email });
      const others = await Promise.all([1, 2, 3].map(() => testLink(deps, merchant)));
      await Promise.all([
        fetch(`${api.url}/l/unsubscribe/${mail.token}`, { method: 'POST' }),
        ...others.map(({ id }) =>
          api.post(`/Thai/v1/payment-links/${id}/monthly-mails`, terms(email)),
        ),
      ]);
      const ids = others.map(({ id }) => id);
      const active = deps.db('monthly_mails').whereIn('link_id', ids).whereNull('ended_at');
      expect(await active).toEqual([]);
    }
  });

  it('also holds back a mail that waits to be sent', async () => {
    const mail = await testMonthlyMail(api.deps, link);
    await round();
    await fetch(`${api.url}/l/unsubscribe/${mail.token}`, { method: 'POST' });
    expect(await sentTo(mail)).toEqual([]);
  });

  it('is not found with another token', async () => {
    for (const token of [newSecretId(''), 'x', '%00']) {
      expect((await api.get(`/l/unsubscribe/${token}`, { key: null })).status).toBe(404);
    }
  });
});
