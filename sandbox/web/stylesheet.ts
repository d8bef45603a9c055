/** One sheet for all pages: from 320 px up, light and dark, Thai and Latin script. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f4; --card: #fff; --ink: #14211d; --soft: #52635d; --line: #dde4e1;
  --brand: #0b5d4f; --brand-ink: #fff; --brand-soft: #e3f1ed;
  --good: #0a6b45; --good-soft: #dff3e8; --bad: #b3261e; --bad-soft: #fdeae8;
  --warn: #7a4d00; --warn-soft: #fdf0d5; --field: #74857e;
  --shadow: 0 1px 2px #0b251d14, 0 6px 20px #0b251d0d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1412; --card: #16201d; --ink: #e8efec; --soft: #a3b3ad; --line: #2a3833;
    --brand: #5cc8ae; --brand-ink: #06231c; --brand-soft: #17352d;
    --good: #6fd6a4; --good-soft: #12352a; --bad: #ff9d94; --bad-soft: #3d1a18;
    --warn: #f2c572; --warn-soft: #37290f; --field: #6f817a;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', 'Noto Sans Thai', Sarabun, Thonburi,
    'Leelawadee UI', Loma, sans-serif;
}
h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 1.6rem; line-height: 1.35; }
h2 { font-size: 1.1rem; line-height: 1.5; }
a { color: var(--brand); }
small { font-size: .85em; }
.wide { width: 100%; max-width: 76rem; margin-inline: auto; padding-inline: 1rem; }
main { padding-block: 1.5rem 4rem; display: grid; gap: 1.5rem; }
main:focus { outline: none; }
.spoken {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.skip { position: absolute; left: -999px; top: 0; padding: .75rem 1rem; background: var(--card); }
.skip:focus { left: 0; z-index: 1; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }

.bar { background: var(--card); border-bottom: 1px solid var(--line); }
.bar .wide { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem;
  padding-block: .5rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; min-height: 2.75rem;
  color: var(--ink); font-weight: 700; font-size: 1.1rem; text-decoration: none; }
.logo { width: 2.25rem; padding: .45rem; border-radius: .7rem; background: var(--brand);
  fill: var(--brand-ink); }
.play { padding: .1rem .7rem; border-radius: 1rem; background: var(--warn-soft); color: var(--warn);
  font-size: .85rem; font-weight: 600; }
.to-mail { display: grid; place-items: center; min-height: 2.75rem; margin-left: auto;
  padding-inline: .6rem; color: var(--soft); text-decoration: none; border-radius: .6rem; }
.to-mail:hover { color: var(--ink); background: var(--ground); }
.mail { display: grid; gap: 1rem; max-width: 44rem; }
.letter { display: grid; gap: .6rem; overflow-wrap: anywhere; }
.letter a { display: inline-block; min-height: 2.75rem; padding-block: .5rem; }
.bar nav { display: flex; }
.bar nav a { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem;
  padding-inline: .6rem; color: var(--soft); text-decoration: none; border-radius: .6rem; }
.bar nav a:hover { color: var(--ink); background: var(--ground); }
.bar nav a[aria-current] { color: var(--brand); font-weight: 700; }

.intro { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .75rem 1.5rem;
  align-items: end; }
.intro > div { flex: 1 1 20rem; }
.intro p { color: var(--soft); }

.sums { display: flex; flex-wrap: wrap; gap: 1px; overflow: hidden;
  border: 1px solid var(--line); border-radius: 1rem; background: var(--line); }
.sums div { flex: 1 1 8rem; display: flex; flex-direction: column; padding: .75rem 1rem;
  background: var(--card); }
.sums dt { color: var(--soft); font-size: .85rem; }
.sums dd { font-size: 1.3rem; font-weight: 700; line-height: 1.4; overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums; }
@media (max-width: 30rem) { .sums dd { font-size: 1.1rem; } .sums div { padding-inline: .8rem; } }

.columns { display: grid; gap: 1.5rem; align-items: start; }
.side { display: grid; gap: 1.5rem; }
.side > div:empty { display: none; }
@media (min-width: 62rem) { .columns { grid-template-columns: minmax(0, 1fr) 21rem; } }
.card { padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--card); box-shadow: var(--shadow); }
.card.empty { display: grid; justify-items: center; gap: .25rem; padding-block: 2.5rem;
  color: var(--soft); text-align: center; }
.card.empty strong { color: var(--ink); }
.card.empty svg { width: 3.5rem; margin-bottom: .75rem; fill: var(--line); }
.notice.bad { border-color: var(--bad); background: var(--bad-soft); overflow-wrap: anywhere; }
.notice.bad strong { color: var(--bad); }

.bills { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
.bill { display: flex; flex-direction: column; gap: .5rem; }
.line { display: flex; justify-content: space-between; gap: .75rem; align-items: start; }
.merchant { color: var(--soft); font-weight: 600; overflow-wrap: anywhere; }
.amount { font-size: 1.9rem; font-weight: 750; line-height: 1.25; overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums; }
.chip { flex: none; display: inline-block; padding: .05rem .65rem; border-radius: 1rem;
  font-size: .85rem; font-weight: 600; white-space: nowrap; }
.chip.pending, .chip.waiting, .chip.refund { background: var(--warn-soft); color: var(--warn); }
.chip.delivered { background: var(--good-soft); color: var(--good); }
.chip.failed, .chip.undelivered { background: var(--bad-soft); color: var(--bad); }
.chip.expired { background: var(--line); color: var(--ink); }
.chip.deposit, .chip.payout { background: var(--brand-soft); color: var(--brand); }
.chips { display: flex; flex-wrap: wrap; justify-content: end; gap: .35rem; }
.facts { display: grid; gap: .15rem; }
.facts > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.facts dt { color: var(--soft); }
.facts dd { min-width: 0; overflow-wrap: anywhere; text-align: right; margin-left: auto; }
.left { font-variant-numeric: tabular-nums; font-weight: 600; }
.code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font-size: .85rem; overflow-wrap: anywhere; }

.ways { display: grid; gap: .5rem; margin-top: auto; padding-top: .5rem; }
.main-ways { display: flex; gap: .5rem; }
.main-ways > * { flex: 1; }
.other-ways { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.other-ways > :last-child:nth-child(odd) { grid-column: 1 / -1; }
button, .button {
  display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .7rem;
  border: 1px solid var(--line); background: var(--card); color: var(--ink); font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; position: relative;
}
button:hover, .button:hover { border-color: var(--field); background: var(--ground); }
button.small { padding: .4rem .7rem; font-size: .9rem; font-weight: 500; line-height: 1.35; }
button small { display: block; color: var(--soft); font-variant-numeric: tabular-nums; }
button.strong { border-color: var(--brand); background: var(--brand); color: var(--brand-ink); }
button.strong:hover { filter: brightness(1.12); background: var(--brand); }
button.danger { border-color: var(--bad); background: transparent; color: var(--bad); }
button.danger:hover { background: var(--bad-soft); }
.quiet { background: transparent; font-weight: 500; }
[hidden] { display: none !important; }

.paste { display: grid; gap: .6rem; }
.paste > p { color: var(--soft); }
.paste label { font-weight: 600; }
.paste .error { padding: .6rem .8rem; border-radius: .7rem; background: var(--bad-soft);
  color: var(--bad); }
textarea { width: 100%; padding: .6rem .8rem; border: 1px solid var(--field); border-radius: .7rem;
  background: var(--ground); color: var(--ink); resize: vertical; overflow-wrap: anywhere;
  font: .9rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
textarea[aria-invalid] { border: 2px solid var(--bad); }
.due { display: grid; gap: .75rem; margin-top: .75rem; }
.due li { display: grid; padding-top: .75rem; border-top: 1px solid var(--line); }

.outgoing { display: grid; gap: .75rem; min-width: 0; }
.outgoing p { color: var(--soft); }
.more { padding-top: .75rem; }
.magic { padding-block: .25rem; }
.magic[open] { padding-bottom: 1.25rem; }
.magic summary { padding-block: .6rem; font-weight: 600; cursor: pointer; }
.magic dl { display: grid; gap: .4rem; margin-top: .75rem; }
.magic dl > div { display: grid; grid-template-columns: 2.5rem 1fr; align-items: baseline; }
.magic .tokens > div { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.magic .tokens dt { flex: 0 0 12.5rem; }
.magic .tokens dd { flex: 1 1 12rem; }
.magic dt { font-weight: 700; }
.magic dl + p { margin-top: 1rem; }

#recent { display: grid; gap: .75rem; min-width: 0; }
.scroll { padding: 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .65rem 1rem; text-align: left; vertical-align: middle; }
th { color: var(--soft); font-size: .85rem; font-weight: 600; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
td a { display: inline-block; padding-block: .2rem; white-space: nowrap; }
.money { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.money { font-weight: 600; }
@media (min-width: 62rem) {
  th, td { padding-inline: .75rem; }
  td .code, td button { white-space: nowrap; }
}
.trouble { display: block; color: var(--soft); }
@media (max-width: 61.99rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding: 1rem 1.25rem; }
  td { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 1rem;
    padding: .15rem 0; text-align: right; }
  td[data-name]::before { content: attr(data-name); color: var(--soft); font: 1rem/1.6 system-ui,
    'Noto Sans Thai', Sarabun, Thonburi, 'Leelawadee UI', Loma, sans-serif; }
  td form { width: 100%; padding-top: .5rem; }
  td button { width: 100%; }
}

.receipt { justify-self: center; width: 100%; max-width: 30rem; text-align: center; }
.receipt .facts { margin-top: 1.25rem; gap: .5rem; padding-top: 1.25rem;
  border-top: 1px dashed var(--field); }
.receipt h1 { font-size: 1.25rem; }
.receipt .mode { color: var(--soft); }
.receipt dd form { margin-top: .5rem; }
.receipt .facts + .facts { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.slip { margin: 1.25rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.slip img { width: 12rem; max-width: 100%; height: auto; border: 1px solid var(--line);
  border-radius: .7rem; background: #fff; }
.slip figcaption { margin-top: .5rem; }
.receipt .ways { margin-top: 1rem; }
.sign { width: 4.5rem; margin-bottom: .5rem; fill: none; stroke-width: 3.5; stroke-linecap: round;
  stroke-linejoin: round; }
.sign circle { stroke: none; }
.sign.succeeded { stroke: var(--good); } .sign.succeeded circle { fill: var(--good-soft); }
.sign.failed { stroke: var(--bad); } .sign.failed circle { fill: var(--bad-soft); }
.sign.waiting { stroke: var(--warn); } .sign.waiting circle { fill: var(--warn-soft); }
.back { text-align: center; }
@media (forced-colors: active) { .chip, .play { border: 1px solid; } }
`;
