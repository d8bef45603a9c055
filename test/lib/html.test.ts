import { html } from '../../src/lib/html';

const OVERRIDE = '\u202e';

test('a text with a bidirectional control is isolated from what follows', () => {
  const name = `Shop${OVERRIDE}001`;
  expect(html`<b>${name}</b> owes ฿5`.text).toBe(`<b>\u2068${name}\u2069</b> owes ฿5`);
  expect(html`<p>${[name, ' & co']}</p>`.text).toBe(`<p>\u2068${name}\u2069 &amp; co</p>`);
});

test('the isolate ends after the text, whatever isolates the text opens or closes', () => {
  expect(html`${'a\u2066b'}`.text).toBe('\u2068a\u2066b\u2069\u2069');
  expect(html`${'a\u2069\u2069b\u202e'}`.text).toBe('\u2068ab\u202e\u2069');
  expect(html`${'\u2067a\u2069'}`.text).toBe('\u2068\u2067a\u2069\u2069');
});

test('the value of an attribute, which a form sends back, stays as it is', () => {
  const typed = `x${OVERRIDE}"`;
  expect(html`<input name="q" value="${typed}" title="${typed}">${typed}`.text).toBe(
    `<input name="q" value="x${OVERRIDE}&quot;" title="x${OVERRIDE}&quot;">` +
      `\u2068x${OVERRIDE}&quot;\u2069`,
  );
});

test('a text without such a control is only escaped', () => {
  expect(html`<p>${'สวัสดี <b> "1" & \u200b'}</p>`.text).toBe(
    '<p>สวัสดี &lt;b&gt; &quot;1&quot; &amp; \u200b</p>',
  );
});
