import { providerAccountOperations } from '../kit/provider-accounts/operations';
import { pages } from './frame/page';

/** All operators see accounts; admins change them. */
export const consoleProviderAccountOperations = providerAccountOperations({
  realm: 'operator',
  pages,
  section: 'accounts',
  path: '/console/provider-accounts',
  merchantOf: () => null,
  demandPages() {},
});
