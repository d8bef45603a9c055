import { providerAccountOperations } from './operations';
import { pages } from '../../pages/console/frame/page';

/** All operators see accounts; admins change them. */
export const consoleProviderAccountOperations = providerAccountOperations({
  realm: 'operator',
  pages,
  section: 'accounts',
  path: '/console/provider-accounts',
  merchantOf: () => null,
  demandPages() {},
});
