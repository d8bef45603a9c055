import type { HostedPayment } from '../../../src/orders/deposit/find-hosted-deposit';
import {
  hasQr,
  pageStateOf,
  versionOf,
  type PageState,
} from '../../../src/orders/checkout/deposit-view';
import { NOW_MS, hosted, slip } from './deposits';

const minutes = (count: number) => new Date(NOW_MS + count * 60_000);
const ended = (status: 'expired' | 'failed', fields: Partial<HostedPayment> = {}) =>
  hosted({ status, expiresAt: minutes(-10), completedAt: minutes(-10), ...fields });

const wrongSlip = {
  ...slip('parsed'),
  wrong: { paidSatang: 25_025, paidAt: minutes(-90), isUnknown: false },
};

describe('page state', () => {
  it.each<[string, PageState, HostedPayment]>([
    ['no activity', 'waiting', hosted()],
    [
      'past its deadline, before the workflow expires it',
      'expired',
      hosted({ expiresAt: minutes(0) }),
    ],
    ['a received slip', 'checking', hosted({ slips: [slip('received')] })],
    ['a readable slip', 'checking', hosted({ slips: [slip('parsed')] })],
    [
      'a readable slip, then an unreadable one',
      'checking',
      hosted({ slips: [slip('parsed', 2), slip('unreadable')] }),
    ],
    ['an unreadable slip', 'resend', hosted({ slips: [slip('unreadable')] })],
    ['a slip without a QR code', 'resend', hosted({ slips: [slip('qr_not_found')] })],
    ['a slip with a damaged QR code', 'resend', hosted({ slips: [slip('qr_invalid')] })],
    ['the payment QR code uploaded as a slip', 'waiting', hosted({ slips: [slip('wrong_qr')] })],
    ['a slip of another payment', 'wrong_slip', hosted({ slips: [wrongSlip] })],
    [
      'a slip of another payment, then a readable one',
      'checking',
      hosted({ slips: [wrongSlip, slip('parsed')] }),
    ],
    [
      'a slip of another payment, past the deadline',
      'expired',
      ended('expired', { slips: [wrongSlip] }),
    ],
    [
      'an unreadable slip, past the deadline',
      'expired',
      hosted({ slips: [slip('unreadable')], expiresAt: minutes(-1) }),
    ],
    ['a short payment', 'short', hosted({ receivedSatang: 1 })],
    ['a late short payment', 'short', ended('expired', { receivedSatang: 1 })],
    ['paid', 'paid', hosted({ status: 'succeeded', receivedSatang: 123_456 })],
    [
      'paid after a slip',
      'paid',
      hosted({ status: 'succeeded', receivedSatang: 123_456, slips: [slip('received')] }),
    ],
    ['expired', 'expired', ended('expired')],
    ['failed', 'failed', ended('failed')],
    ['a slip after the expiry', 'checking', ended('expired', { slips: [slip('received')] })],
    ['a slip after the failure', 'checking', ended('failed', { slips: [slip('parsed')] })],
    ['a slip before the expiry', 'expired', ended('expired', { slips: [slip('parsed', 11)] })],
    [
      'a slip older than the review limit',
      'expired',
      ended('expired', {
        completedAt: minutes(-50 * 60),
        slips: [slip('parsed', 49 * 60)],
      }),
    ],
  ])('%s: %s', (_case, state, deposit) => {
    expect(pageStateOf(deposit, NOW_MS)).toBe(state);
  });
});

describe('QR code', () => {
  it.each<[PageState, boolean, HostedPayment]>([
    ['waiting', true, hosted()],
    ['checking', true, hosted({ slips: [slip('received')] })],
    ['resend', true, hosted({ slips: [slip('unreadable')] })],
    ['short', false, hosted({ receivedSatang: 1 })],
    ['expired', false, hosted({ expiresAt: minutes(0) })],
    ['checking', false, ended('expired', { slips: [slip('received')] })],
    ['paid', false, hosted({ status: 'succeeded', receivedSatang: 123_456 })],
    ['failed', false, ended('failed')],
  ])('is available on a page that is %s: %s', (state, expected, deposit) => {
    expect(pageStateOf(deposit, NOW_MS)).toBe(state);
    expect(hasQr(deposit, state, NOW_MS)).toBe(expected);
  });
});

describe('version', () => {
  const version = (deposit: HostedPayment, nowMs = NOW_MS) =>
    versionOf(deposit, pageStateOf(deposit, nowMs));

  it('is stable while nothing changes', () => {
    expect(version(hosted(), NOW_MS + 60_000)).toBe(version(hosted()));
  });

  it('changes when the deposit expires', () => {
    expect(version(hosted(), NOW_MS + 25 * 60_000)).not.toBe(version(hosted()));
  });

  it('changes with everything that the page shows', () => {
    const variants: Partial<HostedPayment>[] = [
      {},
      { slips: [slip('received')] },
      { slips: [slip('received', 2)] },
      { slips: [slip('parsed')] },
      { slips: [wrongSlip] },
      { slips: [slip('parsed'), slip('received')] },
      { slipsLeft: 0 },
      { receivedSatang: 1 },
      { receivedSatang: 2 },
      { expiresAt: minutes(60) },
      { status: 'failed', completedAt: minutes(0) },
      { status: 'succeeded', completedAt: minutes(0) },
      { status: 'succeeded', completedAt: minutes(0), late: true },
    ];
    expect(new Set(variants.map((fields) => version(hosted(fields)))).size).toBe(variants.length);
  });
});
