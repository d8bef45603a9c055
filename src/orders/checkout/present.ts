import type { z } from 'zod';
import type { HostedPayment } from '../deposit/find-hosted-deposit';
import { pageStateOf } from './deposit-view';
import type { depositState } from './schema';

export function presentState(deposit: HostedPayment, nowMs: number): z.input<typeof depositState> {
  return {
    state: pageStateOf(deposit, nowMs),
    server_time: new Date(nowMs).toISOString(),
    expires_at: deposit.expiresAt?.toISOString() ?? null,
    completed_at: deposit.completedAt?.toISOString() ?? null,
    slips: deposit.slips.map(({ receivedAt, status, wrong }) => ({
      received_at: receivedAt.toISOString(),
      status: wrong === null ? status : 'wrong_payment',
    })),
    slips_left: deposit.slipsLeft,
  };
}
