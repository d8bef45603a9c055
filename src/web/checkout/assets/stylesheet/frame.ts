import { colourStyles } from './colours';

/** Type, and what stands around the content. */
export const frameStyles = `
${colourStyles}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 var(--thai); overflow-wrap: anywhere;
}
h1, h2, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 1.1rem; line-height: 1.5; }
a { color: var(--link); }
small { display: block; font-size: .875rem; }
.soft, small { color: var(--soft); }
.code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font-size: .925em; }
.wide { width: 100%; max-width: 30rem; margin-inline: auto; padding-inline: 1rem; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.skip { position: absolute; left: -999rem; top: 0; z-index: 1; padding: .75rem 1rem;
  background: var(--card); }
.skip:focus { left: 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .25rem; }
main:focus { outline: none; }
[hidden] { display: none !important; }
.icon { flex: none; width: 1.25em; height: 1.25em; fill: none; stroke: currentColor;
  stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }

.top { background: var(--card); border-bottom: 1px solid var(--line); }
.top .wide { display: flex; align-items: center; justify-content: space-between; gap: .75rem;
  min-height: 4rem; padding-block: .5rem; }
.shop { display: flex; align-items: center; gap: .75rem; min-width: 0; line-height: 1.4; }
.shop strong { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
  overflow: hidden; font-size: 1.05rem; }
.shop small { line-height: 1.5; }
.avatar { display: grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem;
  border-radius: .75rem; background: var(--brand); color: var(--brand-ink); font-weight: 700;
  font-size: 1.15rem; line-height: 1; }
.secured { display: flex; flex: none; align-items: center; gap: .35rem; color: var(--soft);
  font-size: .875rem; }
@media (max-width: 26rem) { .secured span { display: none; } .secured .icon { font-size: 1.1rem; } }

main { display: grid; gap: 1rem; padding-block: 1rem; }
main.problem { padding-block: 3rem; text-align: center; }
.problem .card { display: grid; gap: 1rem; padding-block: 2.5rem; }
.problem h1 { font-size: 1.4rem; line-height: 1.45; }
footer { display: grid; justify-items: center; gap: .25rem; padding-block: .5rem 2.5rem;
  color: var(--soft); font-size: .9rem; text-align: center; }
.safe { text-wrap: balance; }
.safe .icon { margin-right: .4rem; color: var(--good); vertical-align: -.2em; }
footer nav { display: flex; margin-top: .25rem; }
footer nav a { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem;
  padding-inline: .9rem; border-radius: .7rem; color: var(--soft); text-decoration: none; }
footer nav a:hover { background: var(--card); color: var(--ink); }
footer nav a[aria-current] { color: var(--link); font-weight: 700; text-decoration: underline;
  text-underline-offset: .3em; text-decoration-thickness: 2px; }
.reload { text-align: center; font-size: .9rem; }
.reload a { display: inline-block; padding-block: .6rem; }
`;
