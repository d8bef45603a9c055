/** Cards, tables, badges, notices. */
export const contentStyles = `
.card { min-width: 0; padding: 1.5rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--card); box-shadow: 0 1px 2px #10223b0a; }
.card > h2 + .soft { margin-top: .1rem; }
.card.flush { padding: 0; }
.card-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .5rem 1rem; padding: 1.15rem 1.5rem; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; min-width: 0; }
.narrow { max-width: 44rem; }
.columns { display: grid; gap: 1.5rem; align-items: start; }
@media (min-width: 75rem) { .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }

.notice { display: flex; align-items: start; gap: .65rem; padding: .75rem 1rem;
  border-radius: var(--round); background: var(--calm-soft); color: var(--calm); }
.notice .icon { margin-top: .2em; }
.notice.good { background: var(--good-soft); color: var(--good); }
.notice.warn { background: var(--warn-soft); color: var(--warn); }
.notice.bad { background: var(--bad-soft); color: var(--bad); }
.badge { display: inline-flex; align-items: center; gap: .35rem; padding: .05rem .6rem;
  border-radius: 1rem; background: var(--calm-soft); color: var(--calm); font-size: .8125rem;
  font-weight: 600; white-space: nowrap; }
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.warn, .badge.play { background: var(--warn-soft); color: var(--warn); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.badge.wait { background: var(--brand-soft); color: var(--link); }

.tabs { display: flex; flex-wrap: wrap; gap: .4rem; }
.tabs a { display: flex; align-items: center; min-height: 2.75rem; padding-inline: 1rem;
  border: 1px solid var(--line); border-radius: 2rem; background: var(--card); color: var(--ink);
  text-decoration: none; }
.tabs a:hover { background: var(--hover); }
.tabs a[aria-current] { border-color: var(--link); background: var(--brand-soft);
  color: var(--link); font-weight: 600; }
.finder { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; }
.seek { display: flex; flex-wrap: wrap; gap: .5rem; }
.seek input { flex: 1 1 9rem; min-width: 0; }
.finder .more > summary { gap: .5rem; padding-inline: .25rem; list-style: none; }
.finder .more > summary::-webkit-details-marker { display: none; }
.sieve { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 1.5rem; padding: 1.15rem;
  border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.sieve fieldset { display: grid; gap: .4rem .75rem; align-items: start; min-width: 0; border: 0;
  grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr)); }
.sieve .field { grid-template-columns: minmax(0, 1fr); }
.sieve legend { margin-bottom: .35rem; }
.sieve label { color: var(--soft); font-size: .9rem; font-weight: 400; }
.sieve .press { display: flex; flex-wrap: wrap; gap: .5rem; }
@media (min-width: 62rem) { .sieve { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .sieve .press { grid-column: 1 / -1; } }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .7rem .75rem; text-align: left; vertical-align: middle; }
th:first-child, td:first-child { padding-left: 1.5rem; }
th:last-child, td:last-child { padding-right: 1.5rem; }
thead th { padding-block: .6rem; color: var(--soft); font-size: .875rem; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th { font-weight: inherit; }
.money, .nowrap { white-space: nowrap; }
.money { text-align: right; }
td.press { text-align: right; white-space: nowrap; }
.press > * { vertical-align: middle; }
td small, th small { display: block; color: var(--soft); line-height: 1.4; }
@media (min-width: 48rem) { .whole { overflow-wrap: normal; } }
@media (max-width: 47.99rem) {
  table.folds thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
    overflow: hidden; }
  table.folds tr { display: grid; gap: .3rem; padding: 1rem 1.25rem; }
  table.folds tbody tr + tr { border-top: 1px solid var(--line); }
  table.folds tr > * { display: flex; flex-wrap: wrap; justify-content: space-between;
    align-items: baseline; gap: .1rem 1rem; padding: 0; border: 0; text-align: left; }
  table.folds tr > [data-name]::before { content: attr(data-name); color: var(--soft);
    font-size: .875rem; }
  table.folds td.press { justify-content: start; flex-wrap: wrap; gap: .4rem; }
  table.folds td.press .button.quiet { border-color: var(--line); }
  .confirm > form { left: 0; right: auto; }
  .card { padding: 1.15rem; }
  .card-head { padding: 1rem 1.15rem; }
}

.orders td, .orders th { padding-block: .45rem; }
.orders .when { color: var(--soft); }
.orders th a { display: grid; align-content: center; min-width: 2.75rem; min-height: 2.75rem;
  padding-block: .25rem; text-decoration: none; }
.orders th a > span { text-decoration: underline; }
.orders th .code, .orders .about a { font: 400 .8rem/1.5 ui-monospace, SFMono-Regular, Menlo,
  Consolas, 'DejaVu Sans Mono', monospace; }
.orders td.money { font-weight: 600; }
.orders td.money small { font-weight: 400; }
.orders .about a { display: inline-flex; align-items: center; min-width: 2.75rem;
  min-height: 2.75rem; }
.orders tbody tr:hover { background: var(--hover); }
@media (max-width: 47.99rem) {
  .orders thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
    overflow: hidden; }
  .orders tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem;
    padding: .5rem 1.15rem .75rem; grid-template-areas: 'name money' 'about state' 'when state'; }
  .orders tbody tr + tr { border-top: 1px solid var(--line); }
  .orders tr > * { padding: 0 !important; border: 0 !important; }
  .orders th { grid-area: name; }
  .orders th a { justify-items: start; }
  .orders th small { max-width: 100%; overflow: hidden; text-overflow: ellipsis;
    white-space: nowrap; }
  .orders .about { grid-area: about; color: var(--soft); font-size: .9rem; }
  .orders .when { grid-area: when; font-size: .875rem; }
  .orders .state { grid-area: state; align-self: end; text-align: right; }
  .orders .money { grid-area: money; padding-top: .65rem !important; }
}

.empty { display: grid; justify-items: center; gap: .4rem; padding: 3rem 1.5rem; color: var(--soft);
  text-align: center; }
.empty strong { color: var(--ink); }
.pager { display: flex; justify-content: space-between; gap: .75rem; padding: .75rem 1.5rem;
  border-top: 1px solid var(--line); }
.facts > div { display: grid; grid-template-columns: minmax(7rem, 13rem) minmax(0, 1fr);
  gap: .15rem 1rem; padding-block: .6rem; }
.facts > div + div { border-top: 1px solid var(--line); }
.facts dt { color: var(--soft); }
@media (max-width: 30rem) { .facts > div { grid-template-columns: 1fr; } }
.sums { display: grid; gap: 1rem; }
@media (max-width: 47.99rem) {
  .sums { gap: 0; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
  .sums > .card { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: 1rem;
    align-items: baseline; padding: .75rem 1.15rem; border: 0; border-radius: 0; background: none;
    box-shadow: none; }
  .sums > .card + .card { border-top: 1px solid var(--line); }
  .sums .hint { grid-column: 1 / -1; }
  .sums .sum { font-size: 1.2rem; }
}
@media (min-width: 48rem) {
  .sums { grid-template-columns: repeat(6, minmax(0, 1fr)); }
  .sums > * { grid-column: span 2; }
  .sums > :nth-child(n + 4) { grid-column: span 3; }
}
.sums h2 { color: var(--soft); font-size: .9375rem; font-weight: 400; }
.sum { font-size: 1.75rem; font-weight: 600; line-height: 1.35; }
.chart-head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.5rem; }
.chart { display: block; width: 100%; height: 12rem; overflow: visible; }
.chart-foot { display: flex; justify-content: space-between; gap: 1rem; padding-top: .4rem;
  color: var(--soft); font-size: .875rem; }
.chart rect { fill: var(--link); opacity: .55; }
.chart rect.today, .chart rect:hover { opacity: 1; }
.chart line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.more > summary { display: inline-flex; align-items: center; min-height: 2.75rem; cursor: pointer;
  color: var(--link); }
table.plain th, table.plain td { padding: .4rem .75rem; }
table.plain :is(th, td):first-child { padding-left: 0; white-space: nowrap; }
.points { display: grid; gap: .5rem; }
.first-steps { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.75rem;
  counter-reset: step; }
.first-steps > li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .9rem;
  counter-increment: step; }
.first-steps > li::before { content: counter(step); display: grid; place-items: center;
  width: 2rem; height: 2rem; border-radius: 50%; background: var(--brand-soft); color: var(--link);
  font-weight: 600; }
.first-steps > li > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem;
  min-width: 0; padding-top: .2rem; }
/* A scanner needs a light margin, whatever the colours of the page. */
.qr { display: grid; justify-items: start; gap: .5rem; min-width: 0; }
.qr img { padding: .5rem; border-radius: .5rem; background: #fff; }
.qr .copied { overflow-wrap: anywhere; }
.ticks { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; color: var(--soft); }
.ticks > li { display: flex; align-items: center; gap: .4rem; }
.ticks > .done { color: var(--good); font-weight: 600; }
.snippet { display: flex; flex-wrap: wrap; align-items: start; gap: .5rem; padding: .6rem;
  border-radius: var(--round); background: var(--well); border: 1px solid var(--line); }
.snippet pre { flex: 1 1 16rem; min-width: 0; padding: .5rem; overflow-x: auto;
  font: 400 .85rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono',
  monospace; }
.codes { display: flex; flex-wrap: wrap; gap: .1rem .75rem; }
.attempts { display: grid; gap: .35rem; padding-bottom: .5rem; color: var(--soft);
  font-size: .9rem; }
.attempts pre { max-height: 12rem; margin-top: .25rem; padding: .5rem; overflow: auto;
  border-radius: .4rem; background: var(--well); color: var(--ink); white-space: pre-wrap; }
table.roomy th a { display: inline-block; padding-block: .65rem; }
.pairs { grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); }
.pairs legend { grid-column: 1 / -1; }
.links { display: grid; gap: .2rem; font-size: .95rem; }
.links a { display: inline-block; padding-block: .7rem; }
.lookup { display: flex; flex-wrap: wrap; align-items: start; gap: .75rem; max-width: 44rem; }
.lookup > .field { flex: 1 1 14rem; }
.lookup > .button { margin-top: 1.8rem; }
.tab-rows { display: grid; gap: .6rem; }
.card-top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .5rem 1rem; }
.items, .ways { display: grid; grid-template-columns: minmax(0, 1fr); }
.items > li, .ways > li { padding-block: .85rem; }
.items > li + li, .ways > li + li { border-top: 1px solid var(--line); }
.items > li:first-child, .ways > li:first-child { padding-top: 0; }
.items > li:last-child, .ways > li:last-child { padding-bottom: 0; }
.ways > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .6rem 1rem; }
.ways > li > div { flex: 1 1 16rem; min-width: 0; }
.values { padding: .6rem .8rem; border-radius: var(--round); background: var(--well); }
.values > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem;
  padding-block: .15rem; }
.values dt { color: var(--soft); }
@media (forced-colors: active) { .badge, .notice { border: 1px solid; } }
`;
