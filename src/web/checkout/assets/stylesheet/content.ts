/** The banner, and the cards below it. */
export const contentStyles = `
.banner { display: flex; align-items: start; gap: .9rem; padding: .85rem 1.1rem;
  border-radius: 1.1rem; background: var(--brand-soft); color: var(--ink); line-height: 1.55; }
.banner .name { font-weight: 700; font-size: 1.05rem; }
.banner .sign { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem;
  border-radius: 50%; margin-top: .35rem; background: var(--card);
  color: var(--link); }
.banner:is(.checking, .resend, .short) { background: var(--warn-soft); }
.banner:is(.checking, .resend, .short) :is(.name, .sign) { color: var(--warn); }
.banner.expired { background: var(--calm-soft); }
.banner.expired .sign { color: var(--calm); }
.banner.failed { background: var(--bad-soft); }
.banner.failed :is(.name, .sign) { color: var(--bad); }
.banner.paid { flex-direction: column; align-items: center; gap: .75rem;
  padding-block: 2rem 1.6rem; text-align: center;
  background: var(--good-soft); }
.banner.paid .name { color: var(--good); font-size: 1.5rem; line-height: 1.45; }
.banner.paid .sign { width: 4.5rem; height: 4.5rem; background: var(--good); color: var(--card);
  font-size: 2.1rem; }
.pulse { width: .7rem; height: .7rem; border-radius: 50%; background: currentColor;
  animation: pulse 2s ease-out infinite; }
@keyframes pulse {
  from { box-shadow: 0 0 0 0 currentColor; opacity: 1; }
  70% { box-shadow: 0 0 0 .5rem transparent; opacity: .75; }
  to { box-shadow: 0 0 0 0 transparent; opacity: 1; }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important;
  transition: none !important; } }

#content, .column { display: grid; gap: 1rem; align-content: start; min-width: 0; }
.card { min-width: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1.25rem;
  background: var(--card); box-shadow: var(--shadow); }
.card h1 { display: grid; justify-items: center; text-align: center; line-height: 1.4; }
h1 .label { color: var(--soft); font-size: 1rem; font-weight: 500; }
h1 .amount { font-size: clamp(2rem, 11vw, 2.75rem); font-weight: 750; line-height: 1.25;
  font-variant-numeric: tabular-nums; }

.qr { width: fit-content; max-width: 100%; margin: 1rem auto 0; overflow: hidden;
  border: 1px solid var(--line); border-radius: 1rem; background: #fff; }
.qr figcaption { padding: .45rem 1rem; background: #123f7a; color: #fff; font-weight: 600;
  font-size: .95rem; text-align: center; }
.qr img { display: block; width: min(18rem, 100vw - 4.625rem); height: auto; aspect-ratio: 1;
  margin-inline: auto; }
.timer { display: flex; align-items: center; justify-content: center; gap: .4rem;
  width: fit-content; margin: 1rem auto 0; padding: .3rem 1rem; border-radius: 2rem;
  background: var(--calm-soft); }
.timer .left { font-weight: 700; font-variant-numeric: tabular-nums; }
.timer[data-urgent=soon] { background: var(--warn-soft); color: var(--warn); }
.timer[data-urgent=now] { background: var(--bad-soft); color: var(--bad); }
.save { display: grid; gap: .5rem; margin-top: 1rem; text-align: center; }
.rules { display: grid; gap: .6rem; margin-top: 1.1rem; padding-top: 1.1rem;
  border-top: 1px solid var(--line); }
.rules li { display: flex; gap: .6rem; }
.rules .icon { margin-top: .2em; color: var(--good); }

.rows { margin-top: .5rem; }
.rows > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem;
  padding-block: .7rem; border-top: 1px solid var(--line); }
.rows > div:first-child { border-top: 0; }
.rows > div:last-child { padding-bottom: 0; }
.rows dt { color: var(--soft); }
.rows dd { min-width: 0; font-weight: 600; }
.rows > div:not(.copied-row) dd { margin-left: auto; text-align: right; }
.rows .copied-row { display: grid; align-items: center;
  grid-template-columns: minmax(0, 1fr) auto; }
.copied-row dt, .copied-row dd.code { grid-column: 1; }
.copied-row dd.code { user-select: all; }
.copied-row dd.press { grid-area: 1 / 2 / 3 / 3; }
.rows small { font-weight: 400; }
.note { margin-top: .75rem; padding: .7rem .9rem; border-radius: .9rem;
  background: var(--warn-soft); color: var(--warn); }

.steps { display: grid; gap: .9rem; margin-top: .9rem; counter-reset: step; }
.steps li { display: flex; gap: .8rem; counter-increment: step; }
.steps li::before { content: counter(step); display: grid; place-items: center; flex: none;
  width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--brand-soft);
  color: var(--link); font-weight: 700; font-size: .95rem; line-height: 1; }
.slips { display: grid; gap: .75rem; margin-top: .9rem; }
.slips li { display: flex; gap: .7rem; padding: .7rem .9rem; border-radius: .9rem;
  background: var(--well); border: 1px solid var(--line); }
.slips strong { display: block; }
.slips .icon { margin-top: .2em; font-size: 1.1rem; color: var(--soft); }
.slips li:not(.received, .parsed) { background: var(--warn-soft); border-color: transparent; }
.slips li:not(.received, .parsed) :is(.icon, strong) { color: var(--warn); }
summary { display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  min-height: 2.75rem; cursor: pointer; font-weight: 600; color: var(--link); }
summary::-webkit-details-marker { display: none; }
summary::after { content: ''; flex: none; width: .6rem; height: .6rem; margin: -.3rem .25rem 0 0;
  border: solid currentColor; border-width: 0 2px 2px 0; rotate: 45deg; }
details[open] > summary::after { margin-top: .3rem; rotate: 225deg; }
details.card { padding-block: .6rem; }
details.card[open] { padding-bottom: 1.25rem; }
.card > details { margin-top: .6rem; }
.mask { white-space: nowrap; font-variant-numeric: tabular-nums; }
.save small, .banner p, .soft, .safe, .steps { text-wrap: pretty; }

@media (min-width: 56.25rem) {
  .wide { max-width: 64rem; padding-inline: 2rem; }
  main { padding-block: 1.5rem; }
  #content:not(.paid) { grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); gap: 1.25rem; }
  .column { gap: 1.25rem; }
  #content.paid, .banner.paid, .problem .card { width: 100%; max-width: 32rem;
    margin-inline: auto; }
  .card { padding: 1.75rem; }
  .pay { position: sticky; top: 1.5rem; }
  .qr img { width: 18rem; }
}
@media (forced-colors: active) { .banner, .timer, .note, .error { border: 1px solid; } }
`;
