import { findBusiness } from '../../src/business/find-business';
import { rolesOf, type Role } from '../../src/kernel/rules/role';
import { formTokenOf, maskFormToken } from '../../src/http/session-cookie';
import { beginSession } from '../../src/people/sessions';
import { findViolations } from '../../src/reports/store/invariants';
import { testPayoutAccount } from '../support/business';
import { testPaidPayment } from '../support/refunds';
import { startDashboard, type Dashboard, type Member } from '../pages/dashboard/dashboard';
import { addApp, codeOf, confirmed, passStep, SECRET } from '../pages/factors';

const LIVE = {
  PROVIDER: 'gw',
  PROVIDER_URL: 'http://127.0.0.1:1',
  BILLER_ID: '123456789012345',
  PUBLIC_URL: 'http://127.0.0.1',
};
const WITHDRAW = '/dashboard/withdrawals/new';
const ACCOUNT = '/dashboard/settings/business/account';

let live: Dashboard;
let owner: Member;
beforeAll(async () => {
  live = await startDashboard(LIVE, { openingSatang: 100_000 });
  await testPayoutAccount(live.deps, live.merchant.id);
});
beforeEach(async () => {
  owner = await secured('owner');
});
afterEach(async () => {
  expect(await findViolations(live.deps.db)).toEqual([]);
});

/** A member with an authenticator app, confirmed now. */
async function secured(role: Role): Promise<Member> {
  const member = await live.addMember(role);
  await addApp(live, member.userId);
  await confirmed(live, member.userId, 0);
  await passStep(live);
  return member;
}

/** Another session of the same person. */
async function sessionOf(member: Member): Promise<Member> {
  const { deps } = live;
  const seat = {
    realm: 'merchant',
    personId: member.userId,
    merchantId: member.merchant.id,
  } as const;
  const token = await deps.db.transaction((trx) =>
    beginSession(deps, trx, seat, { address: '127.0.0.1', agent: null }),
  );
  return { ...member, token, formToken: maskFormToken(formTokenOf(token)) };
}

type Fields = Readonly<Record<string, string>>;
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}
const hidden = (name: string, { text }: Answer): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
const leadsTo = ({ status, headers }: Answer): string =>
  status === 303 ? (headers.get('location') ?? '').replace(/\?.*/, '') : `${status}`;
const ordersOf = async (kind: string) =>
  (await live.deps.db('orders').where({ kind }).pluck<string[]>('id')).length;
const others = (role: Role) =>
  (Object.keys(rolesOf) as Role[]).filter((each) => !rolesOf[each].includes(role));

const change = (number: string): Fields => ({
  bank: 'SCB',
  account_number: number,
  account_name: 'Somsri Meesuk',
});
const accountId = async () => (await findBusiness(live.deps, live.merchant.id)).account?.id ?? '';

interface Money {
  readonly role: Role;
  /** Path and fields of one press; another press has other terms. */
  readonly prepare: (as: Member) => Promise<readonly [path: string, fields: Fields]>;
  /** Of what the presses make. */
  readonly count: () => Promise<number>;
}

let numbers = 0;
const acts: Readonly<Record<string, Money>> = {
  withdrawal: {
    role: 'owner',
    async prepare(as) {
      const reviewed = await live.post(`${WITHDRAW}/review`, { amount: '1.50' }, { as });
      return [WITHDRAW, { draft: hidden('draft', reviewed) }];
    },
    count: () => ordersOf('withdrawal'),
  },
  refund: {
    role: 'developer',
    async prepare(as) {
      const id = await testPaidPayment(live.deps, live.merchant);
      const path = `/dashboard/payments/${id}/refund`;
      const reviewed = await live.post(`${path}/review`, { amount: '10' }, { as });
      return [path, { draft: hidden('draft', reviewed) }];
    },
    count: () => ordersOf('refund'),
  },
  'change of the bank account': {
    role: 'owner',
    prepare: async () => {
      numbers += 1;
      return [ACCOUNT, { before: await accountId(), ...change(`111222${numbers + 1000}`) }];
    },
    count: async () =>
      (await live.deps.db('business_accounts').where('merchant_id', live.merchant.id)).length,
  },
};

describe.each(Object.entries(acts))('a %s in live mode', (name, { role, prepare, count }) => {
  const isProof = name.startsWith('change');
  const press = ([path, fields]: readonly [string, Fields], as: Member, more: Fields = {}) =>
    live.post(path, { ...fields, ...more }, { as });
  afterAll(() => testPayoutAccount(live.deps, live.merchant.id, `999888${1000 + numbers}`));

  it('is refused to other roles, whatever their second factor', async () => {
    const prepared = await prepare(owner);
    const before = await count();
    for (const each of others(role)) {
      const member = await secured(each);
      const answer = await press(prepared, member, { factor_code: codeOf(SECRET) });
      // Also to one without a second factor.
      const bare = await press(prepared, await live.addMember(each));
      expect([each, answer.status]).toEqual([each, 403]);
      expect([each, [303, 403].includes(bare.status)]).toEqual([each, true]);
    }
    expect(await count()).toBe(before);
  });

  it('is made by one code once, of two forms in two sessions at once', async () => {
    const sessions = [owner, await sessionOf(owner)];
    await confirmed(live, owner.userId, 601);
    const before = await count();
    const forms = await Promise.all(
      sessions.map(async (as) => {
        const prepared = await prepare(as);
        const asked = await press(prepared, as);
        expect([asked.status, asked.text.includes('Confirm that it is you')]).toEqual([403, true]);
        return { as, path: prepared[0], kept: hidden('kept_form', asked) };
      }),
    );
    expect(await count()).toBe(before);
    const [one, two] = forms;
    if (one === undefined || two === undefined) throw new Error('no forms');
    const send = ({ path, kept }: typeof one, as: Member) =>
      live.post(path, { kept_form: kept, factor_code: codeOf(SECRET) }, { as });
    // The form of one session is none of the other.
    const foreign = [await send(one, two.as), await send(two, one.as)];
    for (const { text } of foreign) expect(text).toContain('This form has expired');
    expect(await count()).toBe(before);
    const answers = await Promise.all(forms.map((form) => send(form, form.as)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes('already used'))).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  it('is made once by the same form in two sessions at once', async () => {
    const sessions = [owner, await sessionOf(owner)];
    await confirmed(live, owner.userId, 0);
    const prepared = await prepare(owner);
    const before = await count();
    const proof = isProof ? { factor_code: codeOf(SECRET) } : {};
    const answers = await Promise.all(sessions.map((as) => press(prepared, as, proof)));
    expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
    expect(await count()).toBe(before + 1);
  });

  it('is refused with a kept form and code once another owner has reset the factor', async () => {
    const other = await secured('owner');
    const prepared = await prepare(owner);
    await confirmed(live, owner.userId, 601);
    const kept = hidden('kept_form', await press(prepared, owner));
    const before = await count();
    const reset = await live.post(
      `/dashboard/settings/team/${owner.userId}/reset-factors`,
      { factor_code: codeOf(SECRET) },
      { as: other },
    );
    expect(reset.status).toBe(303);
    const again = { kept_form: kept, factor_code: codeOf(SECRET, 1) };
    for (const fields of [again, prepared[1]]) {
      const answer = await live.post(prepared[0], fields, { as: owner });
      expect(leadsTo(answer)).toBe('/dashboard/sign-in');
    }
    expect(await count()).toBe(before);
  });

  it('beside the reset of its factor is made or refused, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const [other, acting] = [await secured('owner'), await secured('owner')];
      const prepared = await prepare(acting);
      const before = await count();
      const code = { factor_code: codeOf(SECRET) };
      const path = `/dashboard/settings/team/${acting.userId}/reset-factors`;
      const [answer, reset] = await Promise.all([
        press(prepared, acting, isProof ? code : {}),
        live.post(path, code, { as: other }),
      ]);
      expect(reset.status).toBe(303);
      const isMade = answer.status === 303 && leadsTo(answer) !== '/dashboard/sign-in';
      expect(await count()).toBe(before + (isMade ? 1 : 0));
      expect(leadsTo(await press(await prepare(owner), acting))).toBe('/dashboard/sign-in');
      expect(await count()).toBe(before + (isMade ? 1 : 0));
    }
  });
});
