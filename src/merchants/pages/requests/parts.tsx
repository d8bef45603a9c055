import type { KeptRequest } from '../../list-requests';
import { Badge } from '../../../pages/kit/parts';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import type { RequestsTexts } from './texts';

export const REQUESTS = '/dashboard/developers/requests';

/** A 4xx is the merchant's to fix, a 5xx the gateway's. */
export function statusBadge(status: number) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <Badge tone={tone}>{String(status)}</Badge>;
}

/** Wraps after slashes only, so that ids stay whole. */
export const methodAndPath = ({ method, path }: KeptRequest) => (
  <code>
    <b>{method}</b>{' '}
    {path.split('/').map((part, at) =>
      at === 0 ? (
        part
      ) : (
        <>
          /<wbr />
          {part}
        </>
      ),
    )}
  </code>
);

export function durationText({ language }: SignedInContext, ms: number, t: RequestsTexts): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: ms < 10 ? 1 : 0 });
  return t.milliseconds(number.format(ms));
}

export const keyText = ({ keyName, keyHint }: KeptRequest) => (
  <span>
    {keyName}{' '}
    <small class="whole">
      <code>{keyHint}</code>
    </small>
  </span>
);
