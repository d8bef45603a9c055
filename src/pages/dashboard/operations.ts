import { assetOperation } from '../../http/asset';
import type { Operation } from '../../http/operation';
import { assets } from '../kit/assets';
import { dashboardAccountOperations } from './account';
import { dashboardApprovalOperations } from '../../approvals/pages/dashboard/operations';
import { businessOperations } from '../../business/pages/dashboard/operations';
import { keyOperations } from '../../merchants/pages/keys/operations';
import { requestOperations } from '../../merchants/pages/requests/operations';
import { webhookPageOperations } from '../../webhooks/pages/operations';
import { homeOperations } from '../../reports/pages/home/operations';
import { orderListOperations } from '../../orders/pages/kinds';
import { counterOperations } from '../../links/pages/counter/operations';
import { signOperations } from '../../links/pages/sign/operations';
import { linkPageOperations } from '../../links/pages/dashboard/operations';
import { refundFormOperations } from '../../orders/refund/pages/operations';
import { withdrawOperations } from '../../orders/withdrawal/pages/operations';
import { timelineOperations } from '../../orders/pages/timeline/operations';
import { passwordOperations } from '../../people/pages/password/operations';
import { dashboardProviderAccountOperations } from '../../providers/pages/dashboard';
import { balancePageOperations } from '../../statements/pages/operations';
import { mailOperations } from '../../notifications/pages/operations';
import { pricePageOperations } from '../../fees/pages/dashboard/operations';
import { receiptOperations } from '../../statements/pages/receipt/operations';
import { signUpOperations } from '../../people/pages/sign-up/operations';

export const dashboardOperations: readonly Operation[] = [
  ...signUpOperations,
  ...dashboardAccountOperations,
  ...passwordOperations,
  ...mailOperations,
  ...homeOperations,
  ...orderListOperations,
  ...withdrawOperations,
  ...timelineOperations,
  ...refundFormOperations,
  ...linkPageOperations,
  ...signOperations,
  ...counterOperations,
  ...balancePageOperations,
  ...pricePageOperations,
  ...receiptOperations,
  ...dashboardApprovalOperations,
  ...keyOperations,
  ...webhookPageOperations,
  ...requestOperations,
  ...businessOperations,
  ...dashboardProviderAccountOperations,
  assetOperation(
    {
      name: 'readDashboardAsset',
      summary: 'Stylesheet, script, fonts and icon of the dashboard',
      family: 'dashboard',
      path: '/dashboard-assets/:name',
      contentTypes: ['text/css', 'text/javascript', 'image/svg+xml', 'font/woff2'],
    },
    assets,
  ),
];
