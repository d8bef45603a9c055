import type { Factor, OwnFactors } from '../../own-factors';
import type { OpenSession } from '../../sessions';
import { browserName } from '../../../platform/browser-name';
import { Card } from '../../../pages/kit/card';
import {
  ActionButton,
  Confirm,
  Field,
  Form,
  FormFault,
  Submit,
  Username,
} from '../../../pages/kit/form';
import { Badge, Empty, Time } from '../../../pages/kit/parts';
import type { Refusal } from '../../../pages/kit/screen';
import { type Row, Table } from '../../../pages/kit/table';
import type { AccountContext } from './context';
import { securityTexts, type SecurityTexts } from './security-texts';

export function securityView(
  context: AccountContext,
  own: OwnFactors,
  sessions: readonly OpenSession[],
  refusal: Refusal | null,
) {
  const t = securityTexts[context.language];
  return (
    <div class="stack">
      {renderFactors(context, own.factors, refusal, t)}
      {own.factors.length !== 0 && renderCodes(context, own.codesLeft, t)}
      {renderSessions(context, sessions, t)}
    </div>
  );
}

function renderFactors(
  context: AccountContext,
  factors: readonly Factor[],
  refusal: Refusal | null,
  t: SecurityTexts,
) {
  const path = `${context.root}/settings/security/new`;
  const isFirst = factors.length === 0;
  return (
    <Card
      id="factors"
      title={t.factors}
      hint={t.factorsHint}
      mark={!isFirst && <ActionButton action={path} label={t.add} />}
      flush>
      <FormFault refusal={refusal} fields={['password']} />
      {isFirst ? renderFirst(context, path, refusal, t) : renderTable(context, factors, t)}
    </Card>
  );
}

/** The first authenticator requires the password, each further one a second factor. */
const renderFirst = (
  context: AccountContext,
  path: string,
  refusal: Refusal | null,
  t: SecurityTexts,
) => (
  <>
    <Empty title={t.none} hint={context.mode === 'live' ? t.noneLive : t.noneHint} />
    <Form action={path} class="fields narrow card-body">
      <Username email={context.session.person.email} />
      <Field
        refusal={refusal}
        name="password"
        label={t.password}
        type="password"
        autocomplete="current-password"
      />
      <Submit label={t.addFirst} />
    </Form>
  </>
);

const renderTable = (context: AccountContext, factors: readonly Factor[], t: SecurityTexts) => (
  <Table
    columns={[t.name, t.kind, t.added, t.lastUsed, { press: t.remove }]}
    rows={factors.map((factor) => renderFactor(context, factor, t))}
  />
);

function renderFactor(context: AccountContext, factor: Factor, t: SecurityTexts): Row {
  const { id, name, kind, createdAt, usedAt } = factor;
  const path = `${context.root}/settings/security/${id}`;
  const rename = (
    <Confirm
      action={`${path}/name`}
      label={t.rename}
      about={name}
      confirm={context.t.save}
      tone="strong">
      <label>
        {t.name} <input name="name" maxlength={60} required value={name} autocomplete="off" />
      </label>
    </Confirm>
  );
  const remove = (
    <Confirm action={`${path}/remove`} label={t.remove} about={name}>
      <p>
        {t.removeQuestion(name)} {t.removeHint}
      </p>
      <Username email={context.session.person.email} />
      <label>
        {t.password}{' '}
        <input name="password" type="password" required autocomplete="current-password" />
      </label>
    </Confirm>
  );
  return [
    name,
    t.kinds[kind],
    <Time at={createdAt} />,
    usedAt === null ? t.neverUsed : <Time at={usedAt} />,
    <>
      {rename}
      {remove}
    </>,
  ];
}

const renderCodes = (context: AccountContext, codesLeft: number, t: SecurityTexts) => (
  <Card
    id="codes"
    title={t.codes}
    hint={t.codesLeft(codesLeft)}
    mark={
      <Confirm
        action={`${context.root}/settings/security/recovery-codes`}
        label={t.newCodes}
        question={t.newCodesQuestion}
      />
    }
    flush
  />
);

function renderSessions(
  context: AccountContext,
  sessions: readonly OpenSession[],
  t: SecurityTexts,
) {
  const others = (
    <Confirm
      action={`${context.root}/sign-out-others`}
      label={t.endOthers}
      question={t.endOthersQuestion}
    />
  );
  return (
    <Card
      id="sessions"
      title={t.sessions}
      hint={t.sessionsHint}
      mark={sessions.length > 1 && others}
      flush>
      <Table
        columns={[t.browser, t.address, t.begun, t.lastUsed, { press: t.end }]}
        rows={sessions.map((session) =>
          renderSession(context, session, session.id === context.session.id, t),
        )}
      />
    </Card>
  );
}

function renderSession(
  context: AccountContext,
  session: OpenSession,
  isThis: boolean,
  t: SecurityTexts,
): Row {
  const name = browserName(session.agent) ?? t.unknownBrowser;
  const path = `${context.root}/settings/sessions/${session.id}/end`;
  const mark = isThis ? <Badge tone="good">{t.thisOne}</Badge> : null;
  return [
    <>
      <span>{name}</span> {mark}
    </>,
    session.address ?? '',
    <Time at={session.createdAt} />,
    <Time at={session.seenAt} />,
    isThis ? null : <ActionButton action={path} label={t.end} about={name} />,
  ];
}
