import type { z } from 'zod';
import type { qrCode, qrCodeRequest } from './schema';

export const exampleRequest: z.input<typeof qrCodeRequest> = {
  amount: 150,
  currency: 'THB',
  reference: 'order-1',
  expiry_minutes: 15,
  metadata: { cart: 'c-1' },
};

export const exampleQrCode: z.input<typeof qrCode> = {
  qr_code_id: 'qr_4t7w0z3c6f9j2m5q8s1v4y7b0e',
  qr_data: [
    '00020101021230630016A0000006770101120115099999999999990',
    '02206QW8E2XJ4K9T0V5N3BMZ53037645406150.005802TH6304A672',
  ].join(''),
  qr_image_url: 'http://localhost:8080/Thai/qr-codes/qr_4t7w0z3c6f9j2m5q8s1v4y7b0e/image',
  checkout_url: 'http://localhost:8080/pay/qr_4t7w0z3c6f9j2m5q8s1v4y7b0e',
  amount: 150,
  currency: 'THB',
  reference: 'order-1',
  expires_at: '2026-11-21T10:15:00.000Z',
  payment_id: 'pay_01kajs9v4q6m3x7t5w8y0z1a2b',
  status: 'pending',
  metadata: { cart: 'c-1' },
};
