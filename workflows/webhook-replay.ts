import { defineQuery, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { replayProgress, type ReplayInput } from './contract';
import { replayPolicy } from './policies';

const { stepReplay } = proxyActivities<Activities>({
  ...replayPolicy,
  summary: 'Enqueue the next batch of events',
});

/** Bounds the load on the receiver and on other deliveries. */
const PAUSE = '1 second';

export interface ReplayProgress {
  readonly status: string;
  readonly total: number;
  readonly replayed: number;
}

/** One batch at a time. The query `replayProgress` returns the progress. */
export async function webhookReplay({ replayId }: ReplayInput): Promise<ReplayProgress> {
  let progress: ReplayProgress = { status: 'running', total: 0, replayed: 0 };
  setHandler(defineQuery<ReplayProgress>(replayProgress), () => progress);
  for (;;) {
    progress = await stepReplay(replayId);
    if (progress.status !== 'running') return progress;
    await sleep(PAUSE, { summary: 'Pause between batches' });
  }
}
