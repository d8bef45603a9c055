/** One object with its facts, and what happened to it, line by line. */
export const storyStyles = `
.back { margin-bottom: -1.1rem; }
.back a { display: inline-flex; align-items: center; gap: .3rem; min-height: 2.75rem;
  padding-right: .75rem; color: var(--soft); text-decoration: none; }
.back a:hover { color: var(--link); }
.actions .confirm > summary { border-color: var(--line); background: var(--card); }
.badges { display: inline-flex; flex-wrap: wrap; gap: .4rem; }
.copied { display: inline-flex; align-items: center; gap: .1rem .25rem; }
.copied .button { min-width: 2.75rem; margin-block: -.6rem; padding-inline: .6rem;
  border-color: transparent; background: none; box-shadow: none; color: var(--link); }
.copied .button:hover { background: var(--hover); }
.copied .button:not(.done) span { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
:is(.facts, .said, .told .what) a { display: inline-flex; align-items: center;
  min-width: 2.75rem; min-height: 2.75rem; }
.facts a { margin-block: -.65rem; }
.facts .money { font-weight: 600; }
.halves { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; align-items: start; }
@media (min-width: 62rem) {
  .spread .facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 2.5rem; }
  .spread .facts > div { grid-template-columns: 9.5rem minmax(0, 1fr); align-content: center; }
  .spread .facts > :nth-child(2) { border-top: 0; }
}
@media (min-width: 75rem) {
  .halves { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
  .halves > :only-child { grid-column: 1 / -1; }
}

.story { padding: 0 1.5rem 1.25rem; }
.story > li { position: relative; padding: 0 0 1.15rem 1.75rem; }
.story > li:last-child { padding-bottom: 0; }
.story > li::before { content: ''; position: absolute; left: .1rem; top: .45rem; width: .7rem;
  height: .7rem; border-radius: 50%; background: var(--field); }
.story > li.good::before { background: var(--good); }
.story > li.bad::before { background: var(--bad); }
.story > li.warn::before { background: var(--warn); }
.story > li.wait::before { background: var(--link); }
.story > li:not(:last-child)::after { content: ''; position: absolute; left: .4rem; top: 1.45rem;
  bottom: -.15rem; width: 1px; background: var(--line); }
.what { display: flex; align-items: baseline; justify-content: space-between; gap: .1rem 1rem; }
.what > * { min-width: 0; }
.what > .money, .what > .badge { flex: none; margin-left: auto; }
.what code { font-weight: 400; }
.said { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; min-width: 0;
  color: var(--soft); font-size: .9375rem; }
.said > :empty { display: none; }
.said > * { min-width: 0; }
.said details { width: 100%; }
.said summary { min-width: 2.75rem; }
.said pre { max-height: 12rem; padding: .5rem; overflow: auto; border-radius: .4rem;
  background: var(--well); color: var(--ink); white-space: pre-wrap;
  font: 400 .85rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono',
  monospace; }
.told > li { padding: .75rem 1.5rem; border-top: 1px solid var(--line); }
.told form { margin-left: auto; }
.told form .button { border-color: var(--line); }
.under { padding: .75rem 1.5rem; border-top: 1px solid var(--line); }
fieldset.fields { min-width: 0; border: 0; }
.fields > legend { padding-block: .25rem; font-size: 1.05rem; }
@media (max-width: 47.99rem) {
  .story { padding-inline: 1.15rem; }
  .told > li, .under { padding-inline: 1.15rem; }
}
@media (forced-colors: active) { .story > li::before { border: 1px solid; } }
`;
