import type { z } from 'zod';
import type { linkRequest, paymentLink } from './schema';

export const exampleRequest: z.input<typeof linkRequest> = {
  title: 'เวิร์กช็อปกาแฟดริป',
  description: 'วันเสาร์ที่ 12 ธันวาคม 10:00',
  amount: 990,
  currency: 'THB',
  payments_max: 12,
  return_url: 'https://shop.example/thanks',
  metadata: { event: 'drip-12' },
};

export const exampleLink: z.input<typeof paymentLink> = {
  payment_link_id: 'pl_01kajs9v4q6m3x7t5w8y0z1a2b',
  url: 'http://localhost:8080/l/4t7w0z3c6f9j2m5q',
  status: 'active',
  title: 'เวิร์กช็อปกาแฟดริป',
  description: 'วันเสาร์ที่ 12 ธันวาคม 10:00',
  amount: 990,
  amount_min: null,
  amount_max: null,
  currency: 'THB',
  payments_max: 12,
  payments_succeeded: 0,
  starts_at: null,
  ends_at: null,
  stopped_at: null,
  return_url: 'https://shop.example/thanks',
  metadata: { event: 'drip-12' },
  monthly_mail_id: null,
  created_at: '2026-11-21T10:00:00.000Z',
};

export const exampleChange = { payments_max: 15 };
