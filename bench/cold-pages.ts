import type { BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '../test/support/chromium';
import { visitCold } from '../test/support/cold-visit';
import type { Target } from './driver/jobs';
import { quantile } from './rounds';

const ROUNDS = 9;
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'th-TH' };

export interface ColdFigures {
  readonly page: string;
  /** Headers and bodies as they are sent, with fonts and pictures. */
  readonly kb: number;
  readonly firstPaintMs: { readonly median: number; readonly most: number };
}

type Created = Readonly<Record<'url' | 'payment_link_id' | 'qr_code_id' | 'payment_id', string>>;

/** Creates an object by the API. */
export async function post(
  { origin, create }: Target,
  path: string,
  body: object,
): Promise<Created> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...create.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${await answer.text()}`);
  return (await answer.json()) as Created;
}

/** The first visit to pages of a payer and of a member, in Chromium, with an empty cache. */
export async function measureCold(
  target: Target,
  session: { readonly cookie: string },
): Promise<readonly ColdFigures[]> {
  const { origin } = target;
  const terms = { amount: 990, currency: 'THB' };
  const code = await post(target, '/Thai/v1/qr-codes', terms);
  const link = await post(target, '/Thai/v1/payment-links', { ...terms, title: 'กาแฟดริป' });
  const paths: readonly (readonly [page: string, path: string])[] = [
    ['checkout', `/pay/${code.qr_code_id}`],
    ['payment link', new URL(link.url).pathname],
    ['dashboard', '/dashboard'],
    ['balance', '/dashboard/balance'],
    ['counter', '/dashboard/counter'],
    ['payment at the counter', `/dashboard/counter/${code.payment_id}`],
  ];
  const browser = await launchChromium();
  try {
    const [name = '', value = ''] = session.cookie.split('=');
    const figures: ColdFigures[] = [];
    for (const [page, path] of paths) {
      const visits = [];
      for (let round = 0; round < ROUNDS; round++) {
        visits.push(
          await visitCold(browser, `${origin}${path}`, PHONE, {
            prepare: (opened) => opened.context().addCookies([{ name, value, url: origin }]),
          }),
        );
      }
      const paints = visits.map(({ firstPaintMs }) => firstPaintMs);
      figures.push({
        page,
        kb: Math.max(...visits.map(({ transferredBytes }) => transferredBytes)) / 1_000,
        firstPaintMs: { median: quantile(paints, 0.5), most: Math.max(...paints) },
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}
