import type { KeptRequest } from '../../list-requests';
import { problemOnTheWire } from '../../../kernel/rules/problem';
import { Card } from '../../../pages/kit/card';
import { CopyButton, Facts, LinkButton, Time } from '../../../pages/kit/parts';
import type { Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { durationText, keyText, methodAndPath, REQUESTS, statusBadge } from './parts';
import { requestsTexts, type RequestsTexts } from './texts';

export function requestScreen(context: SignedInContext, request: KeptRequest): Screen {
  const t = requestsTexts[context.language];
  const { id, status, operation, address, at, durationMs } = request;
  const main = (
    <>
      <Card label={t.title}>
        <div class="snippet">
          <pre id="request-id" tabindex={0}>
            {id}
          </pre>
          <CopyButton of="request-id" about={t.id} />
        </div>
        <Facts
          rows={[
            [t.request, methodAndPath(request)],
            [
              t.answer,
              <>
                {statusBadge(status)} {codeOf(request)}
              </>,
            ],
            request.param === null ? null : [t.param, <code>{request.param}</code>],
            [t.when, <Time at={at} precise />],
            [t.duration, durationText(context, durationMs, t)],
            [t.key, keyText(request)],
            [t.address, <code>{address}</code>],
            [t.operation, <code>{operation}</code>],
          ]}
        />
      </Card>
      {renderProblem(request, t)}
    </>
  );
  const actions = <LinkButton href={REQUESTS} label={t.all} />;
  return { title: t.title, section: 'requests', actions, main };
}

const codeOf = ({ code }: KeptRequest) => (code === null ? null : <code>{code}</code>);

/** The problem's remedy from the API documentation, in English. */
function renderProblem({ code, status }: KeptRequest, t: RequestsTexts) {
  const problem = code === null ? null : problemOnTheWire(code, status);
  if (problem === null) return null;
  return (
    <Card id="problem" title={t.problem}>
      {status >= 500 && <p class="notice bad">{t.report}</p>}
      <Facts
        rows={[
          [t.meaning, <span lang="en">{problem.message}</span>],
          [t.remedy, <span lang="en">{renderRemedy(problem.remedy)}</span>],
        ]}
      />
    </Card>
  );
}

const renderRemedy = (remedy: string) => (
  <>{remedy.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>
);
