import type { Exception } from '../find-order-detail';
import { Card } from '../../pages/kit/card';
import { Badge, Time } from '../../pages/kit/parts';
import type { SignedInContext } from '../../pages/console/frame/screen';
import { exceptionTexts } from './texts';

export function exceptionLinks(
  context: SignedInContext,
  exceptions: readonly Exception[],
  title = context.t.sections.exceptions,
) {
  const t = exceptionTexts[context.language];
  const item = ({ id, kind, openedAt, resolved }: Exception) => (
    <li>
      <a href={`/console/exceptions/${id}`}>{t.kinds[kind]}</a> <Time at={openedAt} />{' '}
      {resolved === null ? (
        <Badge tone="warn">{t.open}</Badge>
      ) : (
        <Badge tone="good">{t.resolved}</Badge>
      )}
    </li>
  );
  return (
    <Card id="others" title={title}>
      <ul class="links">{exceptions.map(item)}</ul>
    </Card>
  );
}
