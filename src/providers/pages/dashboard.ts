import { Problem } from '../../kernel/rules/problem';
import { providerAccountOperations } from './operations';
import { pages } from '../../pages/dashboard/frame/page';

/** Where the installation allows merchants' own accounts. Owners change them. */
export const dashboardProviderAccountOperations = providerAccountOperations({
  realm: 'merchant',
  pages,
  section: 'accounts',
  path: '/dashboard/settings/provider-accounts',
  merchantOf: ({ merchant }) => merchant.id,
  demandPages({ config }) {
    if (!config.merchants.addAccounts) throw new Problem('not_found');
  },
});
