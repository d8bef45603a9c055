import type { DayOfMoney } from '../../find-overview';
import { bangkokDayStart } from '../../../kernel/rules/bangkok-day';
import { formatMoney } from '../../../kernel/rules/money';
import { formatShortDay } from '../../../pages/kit/format';
import type { Language } from '../../../pages/kit/language';
import type { HomeTexts } from './texts';

const WIDTH = 720;
const HEIGHT = 200;
const GAP = 6;

const nameOf = (language: Language, day: string): string =>
  formatShortDay(language, bangkokDayStart(day));

/** Contains the same values as a table for screen readers. */
export function renderChart(days: readonly DayOfMoney[], language: Language, t: HomeTexts) {
  if (days.every(({ inCount, outCount }) => inCount + outCount === 0)) return renderNone(t);
  const sum = days.reduce((total, { inSatang }) => total + inSatang, 0);
  const best = days.reduce((a, b) => (b.inSatang > a.inSatang ? b : a));
  const text =
    sum === 0
      ? t.chartNone
      : t.chartSum(formatMoney(sum), formatMoney(best.inSatang), nameOf(language, best.day));
  return (
    <section class="card stack" aria-labelledby="chart">
      <div class="chart-head">
        <div>
          <h2 id="chart">{t.chart}</h2>
          <p class="hint">{t.chartHint}</p>
        </div>
        <p class="sum">{formatMoney(sum)}</p>
      </div>
      <div>
        <svg
          class="chart"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={text}
          focusable="false">
          {renderBars(days, best.inSatang, language)}
        </svg>
        <p class="chart-foot" aria-hidden="true">
          <span>{nameOf(language, days[0]?.day ?? '')}</span>{' '}
          <span>{nameOf(language, days.at(-1)?.day ?? '')}</span>
        </p>
      </div>
      <details class="more">
        <summary>{t.table}</summary>
        {renderTable(days, language, t)}
      </details>
    </section>
  );
}

const renderNone = (t: HomeTexts) => (
  <section class="card" aria-labelledby="chart">
    <h2 id="chart">{t.chart}</h2>
    <p class="soft">{t.chartNone}</p>
  </section>
);

function renderBars(days: readonly DayOfMoney[], top: number, language: Language) {
  const step = WIDTH / days.length;
  const bars = days.map(({ day, inSatang }, at) => {
    const height = inSatang === 0 ? 0 : Math.max(3, (inSatang / top) * HEIGHT);
    return (
      <rect
        x={(at * step + GAP / 2).toFixed(1)}
        y={(HEIGHT - height).toFixed(1)}
        width={(step - GAP).toFixed(1)}
        height={height.toFixed(1)}
        rx={3}
        class={at === days.length - 1 ? 'today' : undefined}>
        <title>{`${nameOf(language, day)}: ${formatMoney(inSatang)}`}</title>
      </rect>
    );
  });
  return (
    <>
      <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {bars}
    </>
  );
}

function renderTable(days: readonly DayOfMoney[], language: Language, t: HomeTexts) {
  const cells = (...texts: readonly (string | number)[]) =>
    texts.map((text) => <td class="money">{text}</td>);
  return (
    <div class="scroll" role="region" aria-label={t.table} tabindex={0}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{t.day}</th>
            {[t.moneyIn, t.count, t.moneyOut, t.count].map((title) => (
              <th scope="col" class="money">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, inSatang, inCount, outSatang, outCount }) => (
            <tr>
              <th scope="row">{nameOf(language, day)}</th>
              {cells(formatMoney(inSatang), inCount, formatMoney(outSatang), outCount)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
