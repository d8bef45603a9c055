import { assetOperation } from '../../http/asset';
import type { Operation } from '../../http/operation';
import { assets } from '../kit/assets';
import { dashboardAccountOperations } from './account';
import { keyOperations } from './developers/keys/operations';
import { requestOperations } from './developers/requests/operations';
import { webhookPageOperations } from './developers/webhooks/operations';
import { homeOperations } from './home/operations';
import { orderListOperations } from './orders/list/operations';
import { refundFormOperations } from './orders/refund/operations';
import { timelineOperations } from './orders/timeline/operations';
import { passwordOperations } from './password/operations';
import { signUpOperations } from './sign-up/operations';

/** All pages and form actions of the dashboard, one folder per page. */
export const dashboardOperations: readonly Operation[] = [
  ...signUpOperations,
  ...dashboardAccountOperations,
  ...passwordOperations,
  ...homeOperations,
  ...orderListOperations,
  ...timelineOperations,
  ...refundFormOperations,
  ...keyOperations,
  ...webhookPageOperations,
  ...requestOperations,
  assetOperation(
    {
      name: 'readDashboardAsset',
      summary: 'Style, script, letters and icon of the dashboard',
      family: 'dashboard',
      path: '/dashboard-assets/:name',
      contentTypes: ['text/css', 'text/javascript', 'image/svg+xml', 'font/ttf'],
    },
    assets,
  ),
];
