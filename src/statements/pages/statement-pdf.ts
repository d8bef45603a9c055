import { bangkokText, type Period } from '../../kernel/rules/bangkok-day';
import { formatMoney } from '../../kernel/rules/money';
import { postingTexts } from '../../ledger/pages/ledger-texts';
import { formatPeriod } from '../../pages/kit/format';
import type { Language } from '../../pages/kit/language';
import type { BalancePair, Statement } from '../read-statement';
import {
  INK,
  LINE_HEIGHT,
  linesOf,
  renderPdf,
  SOFT,
  type Doc,
  type Style,
} from './receipt/receipt-pdf';
import { statementTexts, type StatementTexts } from './texts';

/** Entries of a PDF. The files have all. */
export const PDF_ENTRIES_MAX = 1_000;

export interface PrintedStatement {
  readonly merchantName: string;
  readonly period: Period;
  readonly statement: Statement;
}

const MARGIN = 40;
const SIZE = 9;
const ROW_GAP = 3;
/** The widths of time, entry, change and balance; the entry takes what is left. */
const WHEN = 100;
const MONEY = 90;

/** Pages of A4: opening, sums by type, entries and closing. */
export const renderStatementPdf = (
  printed: PrintedStatement,
  language: Language,
): Promise<Buffer> => {
  const { merchantName, period } = printed;
  const title = `${statementTexts[language].statement} ${formatPeriod(language, period)}`;
  return renderPdf(
    { size: 'A4', margin: MARGIN, lang: language, info: { Title: title, Author: merchantName } },
    (doc) => draw(doc, printed, title, language),
  );
};

function draw(doc: Doc, printed: PrintedStatement, title: string, language: Language): void {
  const { merchantName, statement } = printed;
  const t = statementTexts[language];
  const names = postingTexts(language, 'merchant');
  const table = tableOn(doc);
  table.line(merchantName, { font: 'strong', size: 13, colour: INK });
  table.line(title, { font: 'regular', size: 11, colour: SOFT });
  const edge = (name: string, balance: BalancePair) =>
    table.row(
      ['', [name, ...othersOf(balance, t)].join(' · '), '', balanceText(balance)],
      'strong',
    );
  edge(t.opening, statement.opening);
  for (const { kind, count, change } of statement.sums) {
    const what = `${names[kind]} (${count.toLocaleString('en')})`;
    table.row(['', what, signedText(change), '']);
  }
  edge(t.closing, statement.closing);
  table.line(t.entries, { font: 'strong', size: 11, colour: INK });
  table.row([t.when, t.entry, t.change, t.balance], 'strong');
  for (const entry of statement.entries) {
    const what = [names[entry.kind], entry.reference ?? entry.orderId].filter(Boolean).join(' ');
    const at = bangkokText(entry.effectiveAt);
    table.row([at, what, signedText(entry.change), balanceText(entry.balance)]);
  }
  if (statement.hasMore) table.line(t.more, { font: 'regular', size: SIZE, colour: SOFT });
}

const signedText = ({ availableSatang }: BalancePair): string =>
  availableSatang === 0 ? '–' : `${availableSatang > 0 ? '+' : ''}${formatMoney(availableSatang)}`;
/** What is not available. */
const othersOf = ({ heldSatang, pendingSatang }: BalancePair, t: StatementTexts): string[] => [
  ...(heldSatang === 0 ? [] : [t.heldAfter(formatMoney(heldSatang))]),
  ...(pendingSatang === 0 ? [] : [t.pendingAfter(formatMoney(pendingSatang))]),
];
const balanceText = ({ availableSatang }: BalancePair): string => formatMoney(availableSatang);

type Cells = readonly [when: string, what: string, change: string, balance: string];

/** Writes from top to bottom, and begins a page where the next line does not fit. */
function tableOn(doc: Doc) {
  const width = doc.page.width - 2 * MARGIN;
  const whatWidth = width - WHEN - 2 * MONEY;
  let y = MARGIN;
  const room = (height: number) => {
    if (y + height <= doc.page.height - MARGIN) return;
    doc.addPage();
    y = MARGIN;
  };
  const put = (text: string, style: Style, x: number, at: number) => {
    doc.font(style.font).fontSize(style.size).fillColor(style.colour);
    doc.text(text, x, at, { lineBreak: false });
  };
  return {
    line(text: string, style: Style) {
      for (const line of linesOf(doc, text, style, width)) {
        room(style.size * LINE_HEIGHT);
        put(line, style, MARGIN, y);
        y += style.size * LINE_HEIGHT;
      }
      y += ROW_GAP;
    },
    row([when, what, change, balance]: Cells, font: Style['font'] = 'regular') {
      const style = { font, size: SIZE, colour: INK };
      const lines = linesOf(doc, what, style, whatWidth - ROW_GAP);
      const height = Math.max(1, lines.length) * SIZE * LINE_HEIGHT;
      room(height);
      put(when, style, MARGIN, y);
      lines.forEach((line, n) => put(line, style, MARGIN + WHEN, y + n * SIZE * LINE_HEIGHT));
      [change, balance].forEach((money, n) => {
        doc.font(font).fontSize(SIZE);
        const right = MARGIN + WHEN + whatWidth + (n + 1) * MONEY;
        put(money, style, right - doc.widthOfString(money), y);
      });
      y += height + ROW_GAP;
    },
  };
}
