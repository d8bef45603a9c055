import { setTimeout as pause } from 'node:timers/promises';
import { quantiles } from '../rounds';
import { GatewayClient } from './gateway-client';
import type { FloodJob, FloodResult } from './jobs';

/**
 * Below the 511 connections that a server keeps waiting. While all are in use, nothing is sent: a
 * wait in the driver would count as a wait for the gateway.
 */
const CONNECTIONS = 400;
const SEND_EVERY_MS = 2;
/** The gateway finds its number of places, and bounds the payouts of a merchant after 5 s. */
const ONSET_MS = 7_000;

/** Rejects if a response is neither a success nor a refusal with `Retry-After`. */
export async function flood(job: FloodJob): Promise<FloodResult> {
  const client = new GatewayClient(job.target, CONNECTIONS);
  const acceptedMs: number[] = [];
  const settledMs: number[] = [];
  const refusedMs: number[] = [];
  const beganMs = performance.now();

  async function offer(): Promise<void> {
    const startedMs = performance.now();
    const { statusCode, retryAfter } = await client.offer();
    const isRefused = (statusCode === 429 || statusCode === 503) && retryAfter !== null;
    if (statusCode >= 300 && !isRefused) throw new Error(`answered ${statusCode}, ${retryAfter}`);
    const tookMs = performance.now() - startedMs;
    (isRefused ? refusedMs : acceptedMs).push(tookMs);
    if (!isRefused && startedMs - beganMs >= ONSET_MS) settledMs.push(tookMs);
  }

  const over = new AbortController();
  const offers: Promise<void>[] = [];
  let [due, outstanding] = [0, 0];
  try {
    for (;;) {
      const elapsedMs = Math.min(performance.now() - beganMs, job.durationMs);
      for (; due < (elapsedMs / 1_000) * job.perSecond; due++) {
        if (outstanding === CONNECTIONS) continue;
        outstanding++;
        const sent = offer().catch((error: unknown) => over.abort(error));
        offers.push(sent.finally(() => outstanding--));
      }
      if (elapsedMs >= job.durationMs) break;
      await pause(SEND_EVERY_MS);
      over.signal.throwIfAborted();
    }
    const sendingMs = performance.now() - beganMs;
    await Promise.all(offers);
    over.signal.throwIfAborted();
    return {
      offered: offers.length,
      sendingMs,
      accepted: acceptedMs.length,
      refused: refusedMs.length,
      acceptedMs: quantiles(acceptedMs),
      settledMs: quantiles(settledMs),
      refusedMs: quantiles(refusedMs),
    };
  } finally {
    await client.close();
  }
}
