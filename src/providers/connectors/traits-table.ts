import type { Connector } from './connector';
import type { Traits } from './traits';

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const baht = (satang: number): string =>
  (satang / 100).toLocaleString('en', { maximumFractionDigits: 2 });

const range = (limits: readonly [min: number, max: number] | null): string =>
  limits === null ? 'no' : `${baht(limits[0])}–${baht(limits[1])}`;

const inquiries: Readonly<Record<Traits['inquiry']['payment'], string>> = {
  our_reference: 'our reference',
  provider_reference: 'their id',
  window: 'list of a period',
  none: 'none',
};

const issuers: Readonly<Record<Traits['qr'], string>> = {
  own: 'the gateway',
  provider: 'the provider',
  none: 'no',
};

const lifetimes: Readonly<Record<Traits['qrLifetime'], string>> = {
  as_requested: 'as requested',
  fixed: 'fixed',
  unlimited: 'unlimited',
};

const refunds: Readonly<Record<Traits['refund'], string>> = {
  native: 'by the provider',
  push: 'as a transfer',
  none: 'by hand',
};

const payouts: Readonly<Record<Traits['payout'], string>> = {
  account: 'any account',
  recipient: 'verified recipients',
  none: 'no',
};

/** A row's title, and its cell for a connector. */
const rows: Readonly<Record<string, (traits: Traits) => string>> = {
  'QR code issued by': ({ qr }) => issuers[qr],
  'QR code payable': ({ qr, qrLifetime }) => (qr === 'none' ? 'no' : lifetimes[qrLifetime]),
  'QR payment, baht': ({ amounts }) => range(amounts.qr),
  'Charge of a token, baht': ({ amounts }) => range(amounts.charge),
  'Callback is': ({ callback }) => callback,
  'Payment found by': ({ inquiry }) => inquiries[inquiry.payment],
  'Refund paid': ({ refund }) => refunds[refund],
  'Partial refunds': ({ partialRefunds }) => yesNo(partialRefunds),
  'Payout to': ({ payout }) => payouts[payout],
  'Payout, baht': ({ amounts }) => range(amounts.payout),
  'Bank verifies first': ({ asksFirst }) => yesNo(asksFirst),
  'Calls per second': ({ callsPerSecond }) => String(callsPerSecond),
};

/** Markdown, with a column per connector. */
export function renderTraitsTable(connectors: readonly Connector[]): string {
  const titles = connectors.map(({ title }) => title);
  const lines = Object.entries(rows).map(([what, show]) => [
    what,
    ...connectors.map(({ traits }) => show(traits)),
  ]);
  const all = [['', ...titles], ['', ...titles].map(() => '---'), ...lines];
  return `${all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
