import type { HostedDeposit } from '../../../src/application/deposits/find-hosted-deposit';
import { hasQr, pageStateOf, versionOf } from '../../../src/web/checkout/deposit-view';
import type { PageState } from '../../../src/web/checkout/deposit-view';
import { NOW_MS, hosted, slip } from './deposits';

const minutes = (count: number) => new Date(NOW_MS + count * 60_000);
const ended = (status: 'expired' | 'failed', fields: Partial<HostedDeposit> = {}) =>
  hosted({ status, expiresAt: minutes(-10), completedAt: minutes(-10), ...fields });

describe('the state of a page', () => {
  it.each<[string, PageState, HostedDeposit]>([
    ['nothing has happened', 'waiting', hosted()],
    ['the time is over and nobody has said so', 'expired', hosted({ expiresAt: minutes(0) })],
    ['a slip was sent', 'checking', hosted({ slips: [slip('received')] })],
    ['a slip was read', 'checking', hosted({ slips: [slip('parsed')] })],
    [
      'a good slip was followed by a bad one',
      'checking',
      hosted({ slips: [slip('parsed', 2), slip('unreadable')] }),
    ],
    ['the slip cannot be read', 'resend', hosted({ slips: [slip('unreadable')] })],
    ['the slip has no code', 'resend', hosted({ slips: [slip('qr_not_found')] })],
    ['the code on the slip is damaged', 'resend', hosted({ slips: [slip('qr_invalid')] })],
    ['the QR to pay was sent back', 'waiting', hosted({ slips: [slip('wrong_qr')] })],
    [
      'the slip cannot be read and the time is over',
      'expired',
      hosted({ slips: [slip('unreadable')], expiresAt: minutes(-1) }),
    ],
    ['too little has come', 'short', hosted({ receivedSatang: 1 })],
    ['too little has come, late', 'short', ended('expired', { receivedSatang: 1 })],
    ['it was paid', 'paid', hosted({ status: 'succeeded', receivedSatang: 123_456 })],
    [
      'it was paid after a slip',
      'paid',
      hosted({ status: 'succeeded', receivedSatang: 123_456, slips: [slip('received')] }),
    ],
    ['it expired', 'expired', ended('expired')],
    ['it failed', 'failed', ended('failed')],
    ['a slip came after it expired', 'checking', ended('expired', { slips: [slip('received')] })],
    ['a slip came after it failed', 'checking', ended('failed', { slips: [slip('parsed')] })],
    [
      'a slip did not keep it from expiring',
      'expired',
      ended('expired', { slips: [slip('parsed', 11)] }),
    ],
    [
      'a slip of the day before yesterday came to nothing',
      'expired',
      ended('expired', {
        completedAt: minutes(-50 * 60),
        slips: [slip('parsed', 49 * 60)],
      }),
    ],
  ])('where %s is %s', (_case, state, deposit) => {
    expect(pageStateOf(deposit, NOW_MS)).toBe(state);
  });
});

describe('the QR code', () => {
  it.each<[PageState, boolean, HostedDeposit]>([
    ['waiting', true, hosted()],
    ['checking', true, hosted({ slips: [slip('received')] })],
    ['resend', true, hosted({ slips: [slip('unreadable')] })],
    ['short', false, hosted({ receivedSatang: 1 })],
    ['expired', false, hosted({ expiresAt: minutes(0) })],
    ['checking', false, ended('expired', { slips: [slip('received')] })],
    ['paid', false, hosted({ status: 'succeeded', receivedSatang: 123_456 })],
    ['failed', false, ended('failed')],
  ])('of a page that is %s can be had: %s', (state, expected, deposit) => {
    expect(pageStateOf(deposit, NOW_MS)).toBe(state);
    expect(hasQr(deposit, state, NOW_MS)).toBe(expected);
  });
});

describe('the version', () => {
  const version = (deposit: HostedDeposit, nowMs = NOW_MS) =>
    versionOf(deposit, pageStateOf(deposit, nowMs));

  it('is the same while nothing happens', () => {
    expect(version(hosted(), NOW_MS + 60_000)).toBe(version(hosted()));
  });

  it('is another once the time is over', () => {
    expect(version(hosted(), NOW_MS + 25 * 60_000)).not.toBe(version(hosted()));
  });

  it('is another for everything that the page tells apart', () => {
    const told: Partial<HostedDeposit>[] = [
      {},
      { slips: [slip('received')] },
      { slips: [slip('received', 2)] },
      { slips: [slip('parsed')] },
      { slips: [slip('parsed'), slip('received')] },
      { slipsLeft: 0 },
      { receivedSatang: 1 },
      { receivedSatang: 2 },
      { expiresAt: minutes(60) },
      { status: 'failed', completedAt: minutes(0) },
      { status: 'succeeded', completedAt: minutes(0) },
      { status: 'succeeded', completedAt: minutes(0), late: true },
    ];
    expect(new Set(told.map((fields) => version(hosted(fields)))).size).toBe(told.length);
  });
});
