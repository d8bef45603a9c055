import { isBlocked } from '../../support/is-blocked';
import { until } from '../../support/until';
import { testOperator } from '../../pages/console/operators';
import {
  startDashboard,
  type BrowserSession,
  type Dashboard,
} from '../../pages/dashboard/dashboard';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});

type Site = 'dashboard' | 'console';
const teams = {
  dashboard: '/dashboard/settings/team',
  console: '/console/settings/operators',
} as const;
const tables = { dashboard: 'invitations', console: 'operator_links' } as const;

/** An owner of the test's merchant, or an admin. */
async function powerful(site: Site): Promise<BrowserSession & { readonly id: string }> {
  if (site === 'console') return testOperator(dashboard, 'admin');
  const member = await dashboard.addMember('owner');
  return { ...member, id: member.userId };
}

describe.each(['dashboard', 'console'] as const)('a member who is removed at the %s', (site) => {
  const path = teams[site];

  it('leaves no link that a concurrent request makes', async () => {
    const { deps, merchant } = dashboard;
    const [remover, leaving] = [await powerful(site), await powerful(site)];
    const blocked = (statements: number) =>
      until(() => isBlocked(deps.db, statements), { describe: `${statements} wait` });
    const [together] = await deps.db.transaction(async (trx) => {
      // The removal ends the member's links after its audit event.
      const scope = site === 'dashboard' ? merchant.id : 'operators';
      await trx('audit_heads').where({ scope }).forUpdate();
      const removing = dashboard.post(`${path}/${leaving.id}/remove`, {}, { as: remover });
      await blocked(1);
      const invited = { email: `second@${site}.example`, role: 'viewer' };
      const inviting = dashboard.post(path, invited, { as: leaving });
      await blocked(2);
      return [Promise.all([removing, inviting])];
    });
    const [removing, inviting] = (await together) ?? [];
    expect(removing?.headers.get('location')).toMatch(/_removed$/);
    expect(inviting?.status).toBe(403);
    expect(await deps.db(tables[site]).whereNull('ended_at')).toEqual([]);
    expect(await dashboard.deliverMail()).toEqual([]);
  });
});
