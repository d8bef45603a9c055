import type { Balance } from '../../../application/find-balance';
import { formatMoney } from '../../../domain/money';
import { html } from '../../../lib/html';
import type { Screen, Visit } from '../frame/screen';
import { homeTexts } from './texts';

export function homeScreen(visit: Visit, balance: Balance): Screen {
  const t = homeTexts[visit.language];
  const sum = (name: string, satang: number, hint: string) => html`<div class="card">
  <h2>${name}</h2><p class="sum">${formatMoney(satang)}</p><p class="hint">${hint}</p></div>`;
  const main = html`<section class="sums" aria-label="${t.balance}">
  ${sum(t.available, balance.availableSatang, t.availableHint)}
  ${sum(t.held, balance.heldSatang, t.heldHint)}
</section>`;
  return { title: visit.t.sections.home, section: 'home', main };
}
