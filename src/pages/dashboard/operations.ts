import { assetOperation } from '../../http/asset';
import type { Operation } from '../../http/operation';
import { assets } from '../kit/assets';
import { dashboardAccountOperations } from './account';
import { dashboardApprovalOperations } from './approvals/operations';
import { keyOperations } from './developers/keys/operations';
import { requestOperations } from './developers/requests/operations';
import { webhookPageOperations } from './developers/webhooks/operations';
import { homeOperations } from './home/operations';
import { orderListOperations } from './orders/kinds';
import { refundFormOperations } from './orders/refund/operations';
import { timelineOperations } from './orders/timeline/operations';
import { passwordOperations } from './password/operations';
import { dashboardProviderAccountOperations } from './provider-accounts';
import { signUpOperations } from './sign-up/operations';

export const dashboardOperations: readonly Operation[] = [
  ...signUpOperations,
  ...dashboardAccountOperations,
  ...passwordOperations,
  ...homeOperations,
  ...orderListOperations,
  ...timelineOperations,
  ...refundFormOperations,
  ...dashboardApprovalOperations,
  ...keyOperations,
  ...webhookPageOperations,
  ...requestOperations,
  ...dashboardProviderAccountOperations,
  assetOperation(
    {
      name: 'readDashboardAsset',
      summary: 'Stylesheet, script, fonts and icon of the dashboard',
      family: 'dashboard',
      path: '/dashboard-assets/:name',
      contentTypes: ['text/css', 'text/javascript', 'image/svg+xml', 'font/ttf'],
    },
    assets,
  ),
];
