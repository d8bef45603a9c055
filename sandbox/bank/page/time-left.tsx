import { formatLeft } from '../../../src/platform/format-left';

/** The time until a deadline by the bank's clock, or `over`. The script of the page updates it. */
export function renderLeft(deadline: string, nowMs: number, over: string) {
  const deadlineMs = Date.parse(deadline);
  const left = deadlineMs > nowMs ? formatLeft(deadlineMs - nowMs) : over;
  return (
    <span class="left" data-deadline-ms={deadlineMs} data-over={over}>
      {left}
    </span>
  );
}
