import type { Notice } from '../../../src/people/rules/notice';
import { noticeMail } from '../../../src/people/mail/notices';

const merchantName = 'Somchai Books';
const address = '203.0.113.1';

const notices: readonly Notice[] = [
  { kind: 'signed_in', site: 'dashboard', address, agent: null },
  { kind: 'signed_in', site: 'console', address: null, agent: 'Firefox Windows' },
  { kind: 'password_changed', site: 'dashboard', address },
  { kind: 'password_changed', site: 'console', address: null },
  ...(['added', 'removed', 'codes_made', 'code_used'] as const).map((change) => ({
    kind: 'factor_changed' as const,
    site: 'dashboard' as const,
    change,
    name: 'Phone',
    codesLeft: 9,
    address,
  })),
  {
    kind: 'factor_changed',
    site: 'console',
    change: 'code_used',
    name: null,
    codesLeft: 0,
    address: null,
  },
  { kind: 'factors_reset', site: 'dashboard', payoutsHeld: true },
  { kind: 'factors_reset', site: 'console', payoutsHeld: false },
  { kind: 'member_factors_reset', merchantName, name: 'Ploy', email: 'p@example.com' },
  { kind: 'member_late_factor', merchantName, name: 'Ploy', email: 'p@example.com' },
  {
    kind: 'key_created',
    merchantName,
    keyName: 'server',
    hint: 'sk_live_abcd…',
    permission: 'withdraw',
    madeBy: null,
  },
  {
    kind: 'key_changed',
    merchantName,
    keyName: 'server',
    hint: 'sk_live_abcd…',
    permission: 'withdraw',
    madeBy: 'Ploy',
  },
  {
    kind: 'key_expiring',
    merchantName,
    keyName: 'server',
    hint: 'sk_live_abcd…',
    expiresAt: '2026-11-22T18:30:00.000Z',
  },
  { kind: 'owner_invited', merchantName, email: 'new@example.com' },
  { kind: 'owner_joined', merchantName, name: 'Ploy', email: 'p@example.com', payoutsHeld: true },
  { kind: 'limit_lifted', merchantName, limitSatang: null },
  { kind: 'limit_lifted', merchantName, limitSatang: 500_000_00 },
];

const publicUrl = 'https://pay.example.com';
const at = new Date('2026-11-22T18:30:00Z');
const to = 'a@example.com';
const brand = { name: 'Pay', supportUrl: null };

describe.each(notices)('the notice $kind', (notice) => {
  it.each([
    ['th', 'หาก', '23 พ.ย. 2569'],
    ['en', 'If ', '23 Nov 2026, 01:30 (Bangkok time)'],
  ] as const)('in %s contains the time and the remedy', (language, remedy, when) => {
    const { subject, text } = noticeMail(language, { brand, to, notice, at, publicUrl });
    expect(subject).not.toBe('');
    expect(text).toContain(when);
    expect(text).toContain(`\n${remedy}`);
    expect(text).not.toContain('undefined');
    for (const link of text.match(/https?:\S+/g) ?? []) {
      expect(link.startsWith(`${publicUrl}/dashboard/`)).toBe(true);
      expect(text.split('\n')).toContain(link);
    }
  });
});

it('a notice contains no line, address or link from user input', () => {
  const typed = 'Win\r\nBcc: x@evil.example\nhttps://evil.example/now';
  const given: readonly Notice[] = [
    {
      kind: 'key_created',
      merchantName: typed,
      keyName: typed,
      hint: 'sk_live_abcd…',
      permission: 'read',
      madeBy: typed,
    },
    {
      kind: 'key_expiring',
      merchantName: typed,
      keyName: typed,
      hint: 'sk_live_abcd…',
      expiresAt: '2026-11-22T18:30:00.000Z',
    },
    { kind: 'owner_invited', merchantName: typed, email: typed },
    { kind: 'owner_joined', merchantName: typed, name: typed, email: typed, payoutsHeld: false },
    { kind: 'limit_lifted', merchantName: typed, limitSatang: null },
    { kind: 'member_factors_reset', merchantName: typed, name: typed, email: typed },
    { kind: 'member_late_factor', merchantName: typed, name: typed, email: typed },
    {
      kind: 'factor_changed',
      site: 'dashboard',
      change: 'added',
      name: typed,
      codesLeft: null,
      address: null,
    },
    { kind: 'signed_in', site: 'dashboard', address: null, agent: typed },
  ];
  for (const notice of given) {
    const { subject, text } = noticeMail('en', { brand, to, notice, at, publicUrl });
    expect(subject).not.toMatch(/[\r\n]/);
    const rest = text.replaceAll(/https:\/\/pay\.example\.com\S*/g, '');
    expect(`${subject}\n${rest}`).not.toMatch(/\w@\w|https?:|\nBcc/);
  }
});

it('a mail names the operator and its support in place of the product', () => {
  const brand = { name: 'Pay', supportUrl: 'mailto:help@example.com' };
  for (const notice of notices) {
    const { subject, text } = noticeMail('en', { brand, to, notice, at, publicUrl });
    expect(`${subject}${text}`).not.toContain('Saphan');
    expect(text.endsWith('\n\nPay · help@example.com\n')).toBe(true);
  }
});
