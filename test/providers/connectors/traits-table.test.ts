import { readFileSync } from 'node:fs';
import path from 'node:path';
import { registeredConnectors } from '../../../src/providers/connectors/registry';
import { renderTraitsTable } from '../../../src/providers/connectors/traits-table';

const folder = path.join(__dirname, '../../../docs/providers');
const connectors = [...registeredConnectors.values()].map(({ connector }) => connector);

describe('the table of connectors', () => {
  it('equals docs/providers/README.md (update it with `npm run traits`)', () => {
    const text = readFileSync(path.join(folder, 'README.md'), 'utf8');
    expect(text).toContain(`<!-- traits -->\n${renderTraitsTable(connectors)}<!-- end -->`);
  });

  it('has a cell in each row for each connector', () => {
    const widths = renderTraitsTable(connectors)
      .trim()
      .split('\n')
      .map((line) => line.split('|').length);
    expect(new Set(widths)).toEqual(new Set([connectors.length + 3]));
  });

  it('renders amounts in baht', () => {
    const [connector] = connectors;
    const amounts = { qr: [2_000, 15_000_050], charge: null, payout: null };
    const traits = { ...connector?.traits, amounts };
    const table = renderTraitsTable([{ ...connector, traits } as never]);
    expect(table).toContain('| QR payment, baht | 20–150,000.5 |');
    expect(table).toContain('| Charge of a token, baht | no |');
  });
});
