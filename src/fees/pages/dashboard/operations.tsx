import { page } from '../../../pages/dashboard/frame/page';
import type { Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { Card } from '../../../pages/kit/card';
import { Facts } from '../../../pages/kit/parts';
import { currentOf, findPrices, type PriceList } from '../../find-prices';
import { describeBands } from '../../rules/price-text';
import { LastMonth, vatText } from '../parts';
import { priceTexts } from '../texts';

export const PRICES = '/dashboard/prices';

export const pricePageOperations = [
  page({
    name: 'showPrices',
    summary: 'What the merchant pays for its orders, and what it paid last month',
    path: PRICES,
    render: async (deps, context) =>
      pricesScreen(context, await findPrices(deps, context.session.merchant.id, context.nowMs)),
  }),
];

function pricesScreen(context: SignedInContext, list: PriceList): Screen {
  const { language, nowMs } = context;
  const t = priceTexts[language];
  const current = currentOf(list.versions, new Date(nowMs));
  const main = (
    <div class="stack">
      <Card id="current" title={t.current}>
        {current.length === 0 ? (
          <p>{t.free}</p>
        ) : (
          <Facts
            rows={current.map(({ method, bands }) => [t.methods[method], describeBands(bands)])}
          />
        )}
        {current.length > 0 && <p class="soft">{vatText(list.vatRates, nowMs, t)}</p>}
      </Card>
      <LastMonth list={list} t={t} />
    </div>
  );
  const back = { path: '/dashboard/balance', title: context.t.sections.balance };
  return { title: t.title, section: 'balance', back, main };
}
