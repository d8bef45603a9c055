import { Fragment, h, type ComponentChildren } from 'preact';
import { renderHtml } from '../../src/platform/html';

const OVERRIDE = '\u202e';
const shown = (...children: ComponentChildren[]) => renderHtml(h(Fragment, null, ...children));

test('a text with a bidirectional control is isolated from what follows', () => {
  const name = `Shop${OVERRIDE}001`;
  expect(shown(h('b', null, name), ' owes ฿5')).toBe(`<b>\u2068${name}\u2069</b> owes ฿5`);
  expect(shown(name, ' owes ฿5')).toBe(`\u2068${name}\u2069 owes ฿5`);
  expect(shown(h('p', null, [name, ' & co']))).toBe(`<p>\u2068${name}\u2069 &amp; co</p>`);
});

test('a text is isolated once when a component passes it on', () => {
  const Bold = ({ children }: { children: ComponentChildren }) => h('b', null, children);
  const Card = ({ children }: { children: ComponentChildren }) => h(Fragment, null, children);
  const name = `Shop${OVERRIDE}001`;
  expect(shown(h(Card, null, h(Bold, null, name)))).toBe(`<b>\u2068${name}\u2069</b>`);
});

test('the isolate ends after the text, whatever isolates the text opens or closes', () => {
  expect(shown('a\u2066b')).toBe('\u2068a\u2066b\u2069\u2069');
  expect(shown('a\u2069\u2069b\u202e')).toBe('\u2068ab\u202e\u2069');
  expect(shown('\u2067a\u2069')).toBe('\u2068\u2067a\u2069\u2069');
});

test('the value of an attribute, which a form sends back, stays as it is', () => {
  const typed = `x${OVERRIDE}"`;
  expect(shown(h('input', { name: 'q', value: typed, title: typed }), typed)).toBe(
    `<input name="q" value="x${OVERRIDE}&quot;" title="x${OVERRIDE}&quot;"/>` +
      `\u2068x${OVERRIDE}&quot;\u2069`,
  );
  expect(shown(h('textarea', { value: typed }))).toBe(`<textarea>x${OVERRIDE}&quot;</textarea>`);
});

test('a text without such a control is only escaped', () => {
  expect(shown(h('p', { title: '"<' }, 'สวัสดี <b> "1" & \u200b'))).toBe(
    '<p title="&quot;&lt;">สวัสดี &lt;b> &quot;1&quot; &amp; \u200b</p>',
  );
});
