import { invitationMail } from '../../../src/people/mail/templates';

const facts = {
  brand: { name: 'Pay', supportUrl: null },
  to: 'a@example.com',
  merchantName: 'Somchai Books',
  isNewMerchant: false,
  invitedBy: 'Somchai',
  role: 'viewer',
  link: 'https://pay.example.com/dashboard/join/x',
} as const;

test.each(['th', 'en'] as const)('the mail in %s has the link on a line of its own', (language) => {
  for (const isNewMerchant of [true, false]) {
    const { text } = invitationMail(language, { ...facts, isNewMerchant });
    expect(text.split('\n')).toContain(facts.link);
  }
});

test('a name adds no line, address or link to a mail', () => {
  const typed = 'Win\r\nBcc: x@evil.example\nhttps://evil.example/now';
  const named = { ...facts, merchantName: typed, invitedBy: typed };
  for (const isNewMerchant of [true, false]) {
    const { subject, text } = invitationMail('en', { ...named, isNewMerchant });
    expect(`${subject}${text.replace(facts.link, '')}`).not.toMatch(/[@:/]{2}|evil\.|Bcc:/);
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

test.each(['evil。example', 'evil．example', 'evil｡example', 'https：／／evil', 'evil․example'])(
  'a name adds no link to a mail in characters that browsers read as ASCII: %s',
  (merchantName) => {
    const { subject, text } = invitationMail('en', { ...facts, merchantName });
    const compared = `${subject}${text.replace(facts.link, '')}`.normalize('NFKC');
    expect(compared).not.toMatch(/evil[.。]|:\/\//);
    expect(subject).toContain('evil');
  },
);

test('a Thai name with all its marks stays as it is', () => {
  const merchantName = 'ร้านน้ำผึ้ง ☕️';
  expect(invitationMail('th', { ...facts, merchantName }).subject).toContain(merchantName);
});
