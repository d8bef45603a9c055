import { plain, printRows } from '../../src/commands/command';

const hostile = '\u001b[2J\u001b]0;x\u0007\u009b31m\r\nshop\u202egnp.exe\u0000';

it('plain replaces control and bidirectional characters', () => {
  const lines: string[] = [];
  printRows({ json: false, print: (line) => lines.push(line) }, [{ id: '1', name: hostile }]);
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(lines[1]).toContain('gnp.exe');
});

it('plain keeps other text, including Thai marks', () => {
  expect(plain('ร้านน้ำปั่น · ก๋วยเตี๋ยว 12 ฿')).toBe('ร้านน้ำปั่น · ก๋วยเตี๋ยว 12 ฿');
});
