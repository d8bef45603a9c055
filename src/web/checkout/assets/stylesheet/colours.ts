/** The colours of every page of the gateway, by light and by dark, and its letters. */
export const colourStyles = `:root {
  color-scheme: light dark;
  --ground: #eef2f7; --card: #fff; --ink: #10223b; --soft: #4e6078; --line: #dfe6ef;
  --field: #7a8ba3; --well: #f5f8fc;
  --brand: #123f7a; --brand-ink: #fff; --brand-soft: #e6eefb; --link: #1554a6;
  --good: #0b6b46; --good-soft: #e0f4e9; --warn: #7d4a00; --warn-soft: #fff2d9;
  --bad: #b0261e; --bad-soft: #fdebe9; --calm: #41546d; --calm-soft: #e5ebf3;
  --shadow: 0 1px 2px #10223b12, 0 8px 28px #10223b0f;
  --thai: system-ui, -apple-system, 'Segoe UI', 'Noto Sans Thai', Sarabun, Thonburi,
    'Leelawadee UI', Loma, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0b121c; --card: #141e2c; --ink: #e9eff8; --soft: #a6b4c7; --line: #263448;
    --field: #73859c; --well: #0f1824;
    --brand: #8db9ff; --brand-ink: #07182f; --brand-soft: #182c48; --link: #9cc2ff;
    --good: #72d8a5; --good-soft: #12352a; --warn: #f5c777; --warn-soft: #37290f;
    --bad: #ff9f96; --bad-soft: #3e1b19; --calm: #b7c4d6; --calm-soft: #202d3f;
    --shadow: none;
  }
}
`;
