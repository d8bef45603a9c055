/** Type, and what stands around the content. */
export const frameStyles = `
:root { --ground: #f6f8fb; --side: #fff; --hover: #eef3fa; --round: .65rem; --side-width: 15.5rem; }
@media (prefers-color-scheme: dark) { :root { --ground: #0b121c; --side: #0f1824;
  --hover: #1a2637; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
  font: 400 1rem/1.55 Sarabun, system-ui, 'Noto Sans Thai', sans-serif; overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums; }
h1, h2, h3, p, dl, dd, ul, ol, figure, fieldset, legend, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, h2, h3, strong, b, th { font-weight: 600; }
h1 { font-size: 1.65rem; line-height: 1.35; letter-spacing: -.005em; }
h2 { font-size: 1.15rem; line-height: 1.45; }
h3 { font-size: 1rem; }
a { color: var(--link); text-underline-offset: .3em; }
small, .small { font-size: .875rem; }
time { white-space: nowrap; }
.soft, .hint { color: var(--soft); }
code, .code { font: 400 .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas,
  'DejaVu Sans Mono', monospace; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.skip { position: absolute; left: -999rem; top: 0; z-index: 5; padding: .75rem 1rem;
  background: var(--card); }
.skip:focus { left: 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .3rem; }
main:focus { outline: none; }
[hidden] { display: none !important; }
.icon { flex: none; width: 1.2em; height: 1.2em; fill: none; stroke: currentColor;
  stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }

.brand { display: inline-flex; align-items: center; gap: .6rem; min-height: 2.75rem;
  color: var(--ink); font-size: 1.15rem; font-weight: 600; text-decoration: none; }
.mark { width: 1.9rem; height: 1.9rem; }
.mark rect { fill: var(--brand); }
.mark path { fill: none; stroke: var(--brand-ink); stroke-width: 2; stroke-linecap: round; }
.place { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .6rem; min-width: 0; }

.side { position: fixed; inset: 0 auto 0 0; display: flex; flex-direction: column; gap: 1.1rem;
  width: var(--side-width); padding: 1.1rem .85rem; overflow-y: auto; background: var(--side);
  border-right: 1px solid var(--line); }
.side .brand, .place { padding-inline: .65rem; }
nav { display: grid; gap: .35rem; }
nav h2 { margin-top: 1rem; padding-inline: .65rem; color: var(--soft); font-size: .8125rem; }
nav ul { display: grid; gap: 1px; }
nav a { display: flex; align-items: center; gap: .7rem; min-height: 2.75rem; padding: .3rem .65rem;
  border-radius: var(--round); color: var(--ink); text-decoration: none; }
/* All of it, and who is signed in, has room on a laptop; a mouse is finer than a finger. */
@media (min-width: 62rem) {
  .side nav a { min-height: 2.25rem; }
  .side nav h2 { margin-top: .7rem; }
}
nav a .icon { color: var(--soft); }
nav a:hover { background: var(--hover); }
nav a[aria-current] { background: var(--brand-soft); color: var(--link); font-weight: 600; }
nav a[aria-current] .icon { color: inherit; }
.count { margin-left: auto; padding-inline: .5rem; border-radius: 1rem; background: var(--bad);
  color: var(--card); font-size: .8125rem; }
.foot { display: grid; gap: .2rem; margin-top: auto; padding-block: .9rem .4rem;
  border-top: 1px solid var(--line); }
.side > .foot { position: sticky; bottom: -1.1rem; background: var(--side); }
.who { display: flex; align-items: center; gap: .5rem; padding-left: .65rem; line-height: 1.4; }
.who p { display: grid; flex: 1; min-width: 0; }
.who small { color: var(--soft); }
.who .button { padding-inline: .75rem; }
.languages { display: flex; gap: .2rem; }
.languages a { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem;
  padding-inline: .65rem; border-radius: var(--round); color: var(--soft); font-size: .9rem;
  text-decoration: none; }
.languages a:hover { background: var(--hover); color: var(--ink); }
.languages a[aria-current] { color: var(--link); font-weight: 600; text-decoration: underline;
  text-decoration-thickness: 2px; }

.framed main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem;
  align-content: start; min-width: 0; max-width: 76rem;
  margin-inline: auto; padding: 2.25rem 2.5rem 5rem; }
.framed { padding-left: var(--side-width); }
.title { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .75rem 1.5rem; min-height: 2.75rem; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; }
.framed > .top { display: none; }
.drawer > summary { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem;
  padding-inline: .75rem; border-radius: var(--round); cursor: pointer; list-style: none; }
.drawer > summary::-webkit-details-marker { display: none; }
@media (max-width: 61.99rem) {
  .framed { padding-left: 0; }
  .framed > .side { display: none; }
  .framed > .top { position: sticky; top: 0; z-index: 4; display: flex; align-items: center;
    justify-content: space-between; padding: .4rem 1rem; background: var(--side);
    border-bottom: 1px solid var(--line); }
  .sheet { position: absolute; inset: 100% 0 auto 0; display: grid; gap: 1rem; padding: 1rem;
    max-height: calc(100vh - 4rem); overflow-y: auto; background: var(--side);
    border-bottom: 1px solid var(--line); box-shadow: var(--shadow); }
  .drawer[open] > summary { background: var(--hover); }
  .framed main { padding: 1.25rem 1rem 4rem; gap: 1.15rem; }
  h1 { font-size: 1.4rem; }
}

.open { display: grid; grid-template-rows: auto 1fr auto; justify-items: center; gap: 1.5rem;
  padding: 1.5rem 1rem 2rem; }
.open header { display: flex; align-items: center; gap: .8rem; width: 100%; max-width: 27rem; }
.open main { display: grid; gap: 1rem; align-content: center; width: 100%; max-width: 27rem; }
.open .card { display: grid; gap: 1.1rem; padding: 2rem; }
.open h1 { font-size: 1.5rem; }
.open footer { width: 100%; max-width: 27rem; }
@media (max-width: 30rem) { .open .card { padding: 1.35rem; } .open main { align-content: start; } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important;
  transition: none !important; } }
`;
