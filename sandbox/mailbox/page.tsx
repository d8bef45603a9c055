import { formatTime, type Language } from '../web/language';
import { renderPage } from '../web/layout';
import type { Email } from './mailbox';

const texts = {
  en: {
    title: 'Mail',
    hint: 'The sandbox keeps the gateway’s email here. No email leaves this machine.',
    to: 'To',
    none: 'No mail yet',
    noneHint: 'Sign up on the dashboard to receive the first email.',
  },
  th: {
    title: 'อีเมล',
    hint: 'ระบบทดสอบเก็บอีเมลของเกตเวย์ไว้ที่นี่ ไม่มีอีเมลใดถูกส่งออกจากเครื่องนี้',
    to: 'ถึง',
    none: 'ยังไม่มีอีเมล',
    noneHint: 'สมัครใช้งานบนแดชบอร์ดเพื่อรับอีเมลฉบับแรก',
  },
};

export function renderMailPage(
  emails: readonly Email[],
  language: Language,
  nowMs: number,
): string {
  const t = texts[language];
  const none = (
    <div class="card empty">
      <h2>{t.none}</h2>
      <p>{t.noneHint}</p>
    </div>
  );
  const list = emails.map((email) => renderEmail(email, language));
  const main = (
    <>
      <div class="intro">
        <div>
          <h1>{t.title}</h1>
          <p>{t.hint}</p>
        </div>
      </div>
      <section id="mail" class="mail" data-live aria-label={t.title}>
        {list.length === 0 ? none : list}
      </section>
    </>
  );
  return renderPage({ language, nowMs, title: t.title, path: '/mail', main });
}

const renderEmail = ({ subject, to, receivedAt, text }: Email, language: Language) => (
  <article class="card letter">
    <h2>{subject}</h2>
    <p class="soft">
      {texts[language].to} {to} · {formatTime(language, receivedAt)}
    </p>
    {text.split('\n\n').map(renderParagraph)}
  </article>
);

/** A paragraph that is a URL becomes a link. */
function renderParagraph(paragraph: string) {
  const text = paragraph.trim();
  return /^https?:\/\/\S+$/.test(text) ? (
    <p>
      <a href={text}>{text}</a>
    </p>
  ) : (
    <p>{text}</p>
  );
}
