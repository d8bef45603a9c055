import type { z } from 'zod';
import { bangkokPeriods, type Period, readDay } from '../../kernel/rules/bangkok-day';
import { Problem } from '../../kernel/rules/problem';
import { operation, type Operation } from '../../http/operation';
import { entryCursor } from '../../http/cursor';
import { findMaturingBalance } from '../../maturity/find-maturing';
import { filterQuery, given } from '../../orders/pages/list/filters';
import { download, page, pageQuery } from '../../pages/dashboard/frame/page';
import { fileTypes, openFile } from '../../pages/kit/files/open-file';
import { readStatement, statementLines } from '../read-statement';
import { savedFile } from '../../pages/kit/reply';
import { chooseLanguage } from '../../pages/kit/language';
import { PDF_ENTRIES_MAX, renderStatementPdf } from './statement-pdf';
import { statementColumns } from './columns';
import { balanceScreen, type Shown } from './view';

const PER_PAGE = 100;

const periodQuery = pageQuery.extend({ from: filterQuery.from, until: filterQuery.until });

/** By default the current month. A period with a fault is replaced by it. */
function readPeriod(
  asked: Pick<z.output<typeof periodQuery>, 'from' | 'until'>,
  nowMs: number,
): Pick<Shown, 'period' | 'typed' | 'fault'> {
  const { thisMonth } = bangkokPeriods(nowMs);
  const typed: Partial<Period> = given({ from: asked.from, until: asked.until });
  const period = { from: typed.from ?? thisMonth.from, until: typed.until ?? thisMonth.until };
  const areDays = Object.values(period).every((day) => readDay(day) === day);
  if (!areDays) return { period: thisMonth, typed, fault: 'dayFault' };
  if (period.until < period.from) return { period: thisMonth, typed, fault: 'orderFault' };
  return { period, typed, fault: null };
}

export const balancePageOperations: readonly Operation[] = [
  page({
    name: 'showBalance',
    summary: 'The balance of a period with its entries',
    path: '/dashboard/balance',
    query: periodQuery.extend({ cursor: entryCursor.optional().catch(undefined) }),
    async render(deps, context, { query }) {
      const asked = readPeriod(query, context.nowMs);
      const slice = { afterId: query.cursor ?? null, limit: PER_PAGE };
      const statement = await readStatement(deps, context.session.merchant, asked.period, slice);
      const { maturing } = await findMaturingBalance(deps, context.session.merchant.id);
      const isFirst = query.cursor === undefined;
      return balanceScreen(context, { ...asked, statement, maturing, isFirst });
    },
  }),

  operation({
    name: 'saveBalance',
    summary: 'The balance of a period with its entries as PDF',
    family: 'dashboard',
    described: false,
    method: 'GET',
    path: '/dashboard/balance.pdf',
    auth: 'session',
    needs: 'viewer',
    query: periodQuery,
    draws: true,
    success: { status: 200, contentTypes: ['application/pdf'] },
    errors: ['invalid_parameters'],
    async respond(deps, { caller, query, headers }) {
      const { period, fault } = readPeriod(query, Date.now());
      if (fault !== null) throw new Problem('invalid_parameters', { param: 'from' });
      const { merchant } = caller.session;
      const slice = { afterId: null, limit: PDF_ENTRIES_MAX };
      const statement = await readStatement(deps, merchant, period, slice);
      const printed = { merchantName: merchant.name, period, statement };
      const pdf = await renderStatementPdf(printed, chooseLanguage(query.lang, headers));
      return savedFile(pdf, 'application/pdf', `balance-${period.from}-to-${period.until}.pdf`);
    },
  }),

  ...(['csv', 'xlsx'] as const).map((type) =>
    download({
      name: type === 'csv' ? 'exportBalance' : 'exportBalanceXlsx',
      summary: `The balance of a period with its entries as ${type.toUpperCase()}`,
      path: `/dashboard/balance.${type}`,
      contentType: fileTypes[type].contentType,
      query: periodQuery,
      errors: ['invalid_parameters', 'rate_limit_exceeded'],
      open(deps, { session, nowMs }, { query, stillAuthorized }) {
        const { period, fault } = readPeriod(query, nowMs);
        if (fault !== null) throw new Problem('invalid_parameters', { param: 'from' });
        const { merchant } = session;
        const lines = () => statementLines(deps, merchant, period);
        const body = openFile(type, merchant.id, statementColumns, lines, stillAuthorized);
        return { body, filename: `balance-${period.from}-to-${period.until}.${type}` };
      },
    }),
  ),
];
