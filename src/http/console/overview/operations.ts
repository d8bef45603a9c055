import { page } from '../frame/page';
import { overviewScreen } from './view';

export const overviewOperations = [
  page({
    name: 'showOverview',
    summary: 'What waits for operators',
    path: '/console',
    show: (_deps, visit) => overviewScreen(visit),
  }),
];
