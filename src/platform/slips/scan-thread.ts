import { Worker } from 'node:worker_threads';
import type { GreyPixels } from './grey-pixels';
import type { Scan, ScanOutcome } from './read-slip-image';

export interface ScanThread {
  /** One picture at a time. Rejects when no thread can be started, and after `close`. */
  readonly scan: Scan;
  close(): Promise<void>;
}

/**
 * Scans in a thread of its own, because a scan cannot be interrupted. The thread starts with the
 * first picture and is reused. If it dies or exceeds `deadlineMs`, that picture fails and the next
 * one gets a new thread.
 */
export function createScanThread(entry: string, deadlineMs: number): ScanThread {
  let thread: Worker | null = null;
  let isClosed = false;

  async function start(): Promise<Worker> {
    // The thread decodes untrusted pictures, so it gets no environment, which has secrets.
    const worker = new Worker(entry, { env: {} });
    worker.once('exit', () => {
      if (thread === worker) thread = null;
    });
    // `answerOf` reports errors during a scan; between scans nothing is lost.
    worker.on('error', () => {});
    thread = worker;
    const started = await answerOf(worker, deadlineMs);
    if (started.kind === 'answered') return worker;
    await worker.terminate();
    throw new Error(`The slip scanner did not start: ${started.reason}`);
  }

  async function scan(pixels: GreyPixels): Promise<ScanOutcome> {
    if (isClosed) throw new Error('The slip scanner is closed.');
    const worker = thread ?? (await start());
    worker.postMessage(pixels);
    const outcome = await answerOf(worker, deadlineMs);
    if (isClosed) throw new Error('The slip scanner is closed.');
    if (outcome.kind === 'answered') return { kind: 'scanned', texts: outcome.message as string[] };
    await worker.terminate();
    return outcome;
  }

  return {
    scan,
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

type Answer =
  | { readonly kind: 'answered'; readonly message: unknown }
  | { readonly kind: 'given_up'; readonly reason: string };

function answerOf(worker: Worker, deadlineMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const giveUp = (reason: string) => settle({ kind: 'given_up', reason });
    const onMessage = (message: unknown) => settle({ kind: 'answered', message });
    const onError = (error: Error) => giveUp(`the scan failed: ${error.message}`);
    const onExit = () => giveUp('the scan ended its thread');
    const timer = setTimeout(() => giveUp(`the scan took over ${deadlineMs} ms`), deadlineMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
