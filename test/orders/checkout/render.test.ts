import { formatLeft } from '../../../src/platform/format-left';
import { formatMoney } from '../../../src/kernel/rules/money';
import { formatDay, formatPeriod, formatPlainMoment } from '../../../src/pages/kit/format';
import { renderDepositPage } from '../../../src/orders/checkout/deposit-page';
import { languages } from '../../../src/pages/kit/language';
import { renderProblemPage } from '../../../src/orders/checkout/problem-page';
import { Problem } from '../../../src/kernel/rules/problem';
import { noDetails } from '../../../src/business/rules/details';
import { NOW_MS, hosted, slip, viewOf } from './deposits';

const minutes = (count: number) => new Date(NOW_MS + count * 60_000);
const paid = { status: 'succeeded', receivedSatang: 123_456, completedAt: minutes(0) } as const;
const card = { method: 'token', ref: null, bill: null, payload: null, expiresAt: null } as const;
const every = [
  hosted(),
  hosted({ slips: [slip('received')] }),
  hosted({ slips: [slip('unreadable')], slipsLeft: 0 }),
  hosted({ receivedSatang: 1 }),
  hosted({ ...paid, late: true, receivedSatang: 200_000 }),
  hosted({ expiresAt: minutes(-1) }),
  hosted({ status: 'failed', completedAt: minutes(-1) }),
];

const withCards = [
  ...every,
  hosted({ ...card, nextActionUrl: 'https://bank.example/acs' }),
  hosted(card),
  hosted({ ...card, status: 'failed', completedAt: minutes(-1) }),
];

describe('checkout page', () => {
  it('escapes hostile names, in every state and language', () => {
    const hostile = `"'><script src=x></script><img src=x onerror=alert(1)>&`;
    const profile = { ...noDetails, name: hostile, phone: hostile, email: hostile };
    const shop = { profile, logoId: null };
    for (const language of languages) {
      for (const deposit of withCards) {
        const text = renderDepositPage(
          viewOf(
            {
              ...deposit,
              description: hostile,
              nextActionUrl: deposit.nextActionUrl && 'javascript:alert(1)',
              billerName: hostile,
              expectedPayer: { bankName: hostile, accountMask: hostile },
              payer: {
                bankName: hostile,
                accountMask: hostile,
              },
            },
            { language, shop },
          ),
        );
        expect(text).not.toContain('href="javascript:');
        expect(text).not.toMatch(/<script src=x|<img src=x|"'>/);
        expect(text).toContain('&lt;script src=x>');
      }
    }
  });

  it('has no inline script or style', () => {
    for (const deposit of withCards) {
      const text = renderDepositPage(viewOf(deposit));
      expect(text).not.toMatch(
        /<style|\sstyle=|\son\w+=|<script(?! src="\/pay-assets\/checkout\.js\?v=)/,
      );
    }
  });

  it('loads nothing from other origins, and links only to the bank of a card', () => {
    for (const deposit of withCards) {
      const found = renderDepositPage(viewOf(deposit)).matchAll(/\s(?:src|href|action)="([^"]*)"/g);
      const addresses = [...found].map(([, address = '']) => address);
      expect(addresses.length).toBeGreaterThan(4);
      for (const address of addresses)
        expect(address).toMatch(/^(\/[^/]|#main$|https:\/\/bank\.example\/acs$)/);
    }
  });

  it('shows the exact amount, the deadline, the references and the recipient', () => {
    const text = renderDepositPage(viewOf(hosted()));
    for (const shown of [
      '฿1,234.56',
      'Transfer exactly ฿1,234.56, once, before 14:30.',
      '7K2M9QX4T0VB8N5WZ3HD',
      'DEPOSIT',
      '099999999999990',
      'SAPHAN',
      'xxx-x-x6789-x',
      '>25:00<',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text.match(/<li><span>/g)).toHaveLength(4);
  });

  it('shows the date of a deadline that is not today', () => {
    const deposit = hosted({ expiresAt: minutes(24 * 60) });
    expect(renderDepositPage(viewOf(deposit))).toContain('14:05 on 22 November 2026');
    expect(renderDepositPage(viewOf(deposit, { language: 'th' }))).toContain(
      'วันที่ 22 พฤศจิกายน 2569',
    );
  });

  it('has a QR code only while payable, open only while waiting', () => {
    const shown = every.map((deposit) => {
      const text = renderDepositPage(viewOf(deposit));
      return [text.includes('/qr-code.png'), text.includes('<details class="card" id="show-qr"')];
    });
    expect(shown).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [false, false],
      [false, false],
      [false, false],
      [false, false],
    ]);
  });

  it('offers the slip form until the deposit is paid or the maximum is reached', () => {
    const asks = every.map((deposit) => renderDepositPage(viewOf(deposit)).includes('type="file"'));
    expect(asks).toEqual([true, true, false, true, false, true, true]);
  });

  it('shows the received part of a short payment and that it is safe', () => {
    const text = renderDepositPage(viewOf(hosted({ receivedSatang: 100_000 })));
    expect(text).toContain('We received ฿1,000.00 of ฿1,234.56. Your money is safe');
  });

  it('is a receipt once paid, with a Buddhist and an ISO date', () => {
    const text = renderDepositPage(viewOf(hosted(paid), { language: 'th' }));
    expect(text).toContain('21 พฤศจิกายน 2569 14:05\u00a0น.');
    expect(text).toContain('2026-11-21 14:05:09 (UTC+7)');
    expect(text).toContain('datetime="2026-11-21T07:05:09.000Z"');
  });

  it('explains an excess or late payment', () => {
    const text = renderDepositPage(
      viewOf(hosted({ ...paid, late: true, receivedSatang: 123_500 })),
    );
    expect(text).toContain('You paid ฿0.44 too much');
    expect(text).toContain('arrived after the deadline');
  });

  it('reloads itself without a script, unless paid or paused', () => {
    const reloads = (text: string) => text.includes('http-equiv="refresh"');
    expect(reloads(renderDepositPage(viewOf(hosted())))).toBe(true);
    expect(reloads(renderDepositPage(viewOf(hosted(), { reloads: false })))).toBe(false);
    expect(reloads(renderDepositPage(viewOf(hosted(paid))))).toBe(false);
  });
});

describe('error page', () => {
  it('escapes a hostile path', () => {
    const view = {
      brand: viewOf(hosted()).brand,
      problem: new Problem('unavailable'),
      language: 'en',
      path: '/pay/"><script>',
      requestId: 'req_1',
    } as const;
    expect(renderProblemPage(view)).not.toContain('<script>');
    expect(renderProblemPage(view)).toContain('req_1');
  });
});

describe('amounts and times', () => {
  it.each([
    [1, '฿0.01'],
    [100_000, '฿1,000.00'],
    [200_000_000, '฿2,000,000.00'],
  ])('%d satang are %s', (satang, text) => {
    expect(formatMoney(satang)).toBe(text);
  });

  it.each([
    [-1, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [60_000, '1:00'],
    [3_599_001, '1:00:00'],
    [86_399_000, '23:59:59'],
  ])('%d ms are %s', (ms, text) => {
    expect(formatLeft(ms)).toBe(text);
  });

  it('use Bangkok time', () => {
    const at = new Date('2026-12-31T17:00:00Z');
    expect(formatDay('th', at)).toBe('1 มกราคม 2570');
    expect(formatDay('en', at)).toBe('1 January 2027');
    expect(formatPlainMoment(at)).toBe('2027-01-01 00:00:00 (UTC+7)');
    const month = { from: '2027-01-01', until: '2027-01-31' };
    expect(formatPeriod('th', month)).toBe('1 ม.ค. 2570 – 31 ม.ค. 2570');
    expect(formatPeriod('en', month)).toBe('1 Jan 2027 – 31 Jan 2027');
  });
});
