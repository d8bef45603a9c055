import { fc } from '../../support/property';
import type { Picture } from '../../../src/platform/images/picture';
import { renderText, type TextBlock, type TextRun } from '../../../src/platform/images/text-image';
import { sharp } from '../../../src/platform/images/sharp';

const style = { sizePx: 40, colour: '#336699' };

function render(
  text: string,
  changes: Partial<TextBlock> & Partial<TextRun> = {},
): Promise<Picture> {
  const { sizePx = 40, bold = false, ...block } = changes;
  const lines = [[{ ...style, sizePx, bold, text }]];
  return renderText({ lines, widthMaxPx: 600, heightMaxPx: 400, ...block });
}

const longName = 'บริษัทเดอะแกรนด์สยามอินเตอร์เนชั่นแนลเทรดดิ้งแอนด์เซอร์วิสประเทศไทยจำกัดมหาชน';

describe('Thai text', () => {
  test('renders vowels and tone marks above the letters', async () => {
    const [letter, marked] = [await render('ท'), await render('ที่')];
    expect(marked.widthPx).toBeLessThan(letter.widthPx * 1.3);
    expect(marked.heightPx).toBeGreaterThan(letter.heightPx * 1.4);
  });

  test('is rendered with the bundled font, not as boxes', async () => {
    const pictures = await Promise.all(['ก', 'ข', 'ค', '฿'].map((letter) => render(letter)));
    const looks = new Set(
      pictures.map(({ rgba, widthPx }) => `${widthPx} ${rgba.toString('hex')}`),
    );
    expect(looks.size).toBe(4);
  });

  test('without spaces breaks between words', async () => {
    const [whole, longer] = [await render('สวัสดีประเทศไทย'), await render('ประเทศไทย')];
    const broken = await render('สวัสดีประเทศไทย', { widthMaxPx: whole.widthPx - 5 });
    expect(broken.heightPx).toBeGreaterThan(whole.heightPx * 1.5);
    expect(Math.abs(broken.widthPx - longer.widthPx)).toBeLessThanOrEqual(2);
  });

  test('breaks into as many lines as needed at the same size', async () => {
    const wide = await render(longName, { widthMaxPx: 3000 });
    const narrow = await render(longName);
    expect(wide.widthPx).toBeGreaterThan(600);
    expect(narrow.widthPx).toBeLessThanOrEqual(600);
    expect(narrow.heightPx).toBeGreaterThan(wide.heightPx * 2);
  });
});

describe('text', () => {
  test('has the given colour and a transparent background', async () => {
    const { rgba } = await render('ทดสอบ');
    const seen = new Set<string>();
    for (let at = 0; at < rgba.length; at += 4) {
      const opacity = rgba[at + 3];
      if (opacity === 255) seen.add(rgba.toString('hex', at, at + 3));
    }
    expect([...seen]).toEqual(['336699']);
    expect(rgba.subarray(3).filter((_byte, index) => index % 4 === 0)).toContain(0);
  });

  test('is bold on request, with the bold font', async () => {
    const bold = await render('ทดสอบ', { bold: true });
    expect(bold.widthPx).toBeGreaterThan((await render('ทดสอบ')).widthPx);
    const fontfile = require.resolve('@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf');
    const alone = sharp({
      text: { text: 'ทดสอบ', font: 'Sarabun Bold 40px', fontfile, rgba: true },
    });
    const { info } = await alone.raw().toBuffer({ resolveWithObject: true });
    expect([bold.widthPx, bold.heightPx]).toEqual([info.width, info.height]);
  });

  test('is not interpreted as markup', async () => {
    const plain = await render('ab');
    for (const text of ['<b>ab</b>', '&amp;', '<span>', '</span>', '<!--', '&#0;', 'a&b', '"\'>']) {
      expect((await render(text)).widthPx).not.toBe(plain.widthPx);
    }
    expect((await render('<b>ab</b>')).widthPx).toBeGreaterThan(plain.widthPx * 3);
  });

  test('of one long word breaks within it without a hyphen', async () => {
    const half = 'W'.repeat(15);
    const hyphenated = await render(`${half}-`, { widthMaxPx: 3000 });
    const broken = await render(half + half, { widthMaxPx: hyphenated.widthPx + 5 });
    expect(broken.heightPx).toBeGreaterThan(hyphenated.heightPx * 2);
    expect(broken.widthPx).toBe((await render(half, { widthMaxPx: 3000 })).widthPx);
  });

  test.each(['', ' ', '\n\t', '\0', '\u200b', '\ud800'])(
    'that is blank is one transparent pixel: %j',
    async (text) => {
      expect(await render(text)).toEqual({ widthPx: 1, heightPx: 1, rgba: Buffer.alloc(4) });
    },
  );

  test('never exceeds its box, whatever its content', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.constantFrom('ปี่', 'บริษัท', 'W', ' ', '&', 'ำ', '\u0e4d'), { maxLength: 120 }),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 40, max: 400 }), async (text, widthMaxPx) => {
        const shown = typeof text === 'string' ? text : text.join('');
        const picture = await render(shown, { widthMaxPx, heightMaxPx: 90 });
        expect(picture.widthPx).toBeLessThanOrEqual(widthMaxPx);
        expect(picture.heightPx).toBeLessThanOrEqual(90);
        expect(picture.rgba).toHaveLength(picture.widthPx * picture.heightPx * 4);
      }),
      { numRuns: 60 },
    );
  });
});
