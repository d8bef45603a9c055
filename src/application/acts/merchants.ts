import { inviteOwner } from '../accounts/invite';
import { liftsLimit, setMerchantLimit, setMerchantStatus } from '../merchants/decide-merchant';
import { act, approvalsAreOn } from './act';

/** A first limit and a lower one need no approval. */
const limit = act<{ readonly merchantId: string; readonly limitSatang: number | null }>({
  title: { en: 'Higher payout limit', th: 'เพิ่มวงเงินจ่ายออก' },
  realm: 'operator',
  role: 'operator',
  needsApproval: async (deps, _audit, { merchantId, limitSatang }) =>
    approvalsAreOn(deps) && liftsLimit(deps, merchantId, limitSatang),
  facts: (_deps, { merchantId, limitSatang }) => ({
    merchantId,
    subject: merchantId,
    detail: { limitSatang },
  }),
  run: (deps, audit, { merchantId, limitSatang }, isAdmin) =>
    setMerchantLimit(deps, audit, merchantId, { limitSatang, isAdmin }),
});

interface InvitedOwner {
  readonly merchantId: string;
  readonly email: string;
  readonly language: Parameters<typeof inviteOwner>[3]['language'];
}

const owner = act<InvitedOwner>({
  title: { en: 'New owner of a merchant', th: 'เชิญเจ้าของร้าน' },
  realm: 'operator',
  role: 'operator',
  needsApproval: approvalsAreOn,
  facts: (_deps, { merchantId, email }) => ({ merchantId, subject: merchantId, detail: { email } }),
  run: (deps, audit, { merchantId, ...invited }, isAdmin) =>
    inviteOwner(deps, audit, merchantId, { ...invited, isAdmin }),
});

/** Disabling a merchant protects, and needs no approval. */
const merchant_enabled = act<{ readonly merchantId: string; readonly reason: string }>({
  title: { en: 'Enabling of a merchant', th: 'เปิดใช้งานร้านค้า' },
  realm: 'operator',
  role: 'operator',
  needsApproval: approvalsAreOn,
  facts: (_deps, { merchantId, reason }) => ({
    merchantId,
    subject: merchantId,
    detail: { reason },
  }),
  run: (deps, audit, { merchantId, reason }) =>
    setMerchantStatus(deps, audit, merchantId, { status: 'active', reason }),
});

export const merchantActs = { limit, owner, merchant_enabled };
