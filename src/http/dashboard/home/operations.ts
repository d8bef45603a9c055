import { findBalance } from '../../../application/find-balance';
import { page } from '../frame/page';
import { homeScreen } from './view';

export const homeOperations = [
  page({
    name: 'showHome',
    summary: 'How the merchant stands',
    path: '/dashboard',
    async show(deps, visit) {
      return homeScreen(visit, await findBalance(deps, visit.session.merchant));
    },
  }),
];
