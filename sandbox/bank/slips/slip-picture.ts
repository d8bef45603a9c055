import { encodeSlip } from '../../../src/orders/deposit/rules/slip';
import {
  composePng,
  decodePicture,
  paint,
  roundedBox,
  stroke,
  type Layer,
  type Point,
  type Shape,
} from '../../../src/platform/images/picture';
import { renderQrPng } from '../../../src/platform/images/qr-image';
import { renderText, type TextBlock, type TextRun } from '../../../src/platform/images/text-image';
import { SANDBOX_BANK_CODE } from './bank-code';

/** All texts are shown as they are given. */
export interface SlipPicture {
  /** The bank's id of the transfer: 1 to 25 printable characters, no spaces. */
  readonly transRef: string;
  /** As "฿1,234.56". */
  readonly amountText: string;
  readonly paidAtText: string;
  readonly payerName: string;
  /** As `maskAccount` of kernel/rules/banks writes it. */
  readonly payerAccountMask: string;
  /** Name of the payee. */
  readonly paidTo: string;
  /** The reference that the paid QR code carried. */
  readonly ref: string;
}

const WIDTH_PX = 720;
const HEIGHT_PX = 1180;
const CARD = { leftPx: 32, topPx: 236, widthPx: 656, heightPx: 868 } as const;
const LEFT_PX = CARD.leftPx + 40;
const INNER_PX = CARD.widthPx - 80;
/** Left edge of the account names, beside the discs. */
const NAME_LEFT_PX = LEFT_PX + 92;
const NAME_HEIGHT_PX = 134;
const FROM_TOP_PX = 258;
const TO_TOP_PX = 431;
const DISC_PX = 68;
const QR_PX = 222;

const BRAND = '#0b4f6c';
const WHITE = '#ffffff';
const GREEN = '#12b76a';
const INK = '#101828';
const QUIET_INK = '#475467';
const RULE = '#e4e7ec';

/** The layers that all slips share, painted for the first slip. */
let ornaments: readonly Layer[] | null = null;

/** The slip that a banking app shows after a transfer: a PNG of 720 x 1180 pixels. */
export async function renderSlipPicture(slip: SlipPicture): Promise<Buffer> {
  const texts = await Promise.all(placedTexts(slip).map(drawText));
  const payload = encodeSlip({ sendingBank: SANDBOX_BANK_CODE, transRef: slip.transRef });
  const code = await decodePicture(renderQrPng(payload, QR_PX));
  const qr: Layer = {
    picture: code,
    leftPx: LEFT_PX + INNER_PX - QR_PX,
    topPx: CARD.topPx + CARD.heightPx - 40 - QR_PX,
  };
  ornaments ??= paintOrnaments();
  return composePng(WIDTH_PX, HEIGHT_PX, BRAND, [...ornaments, ...texts, qr]);
}

interface PlacedText extends TextBlock {
  readonly leftPx: number;
  readonly topPx: number;
  /** Centres the text vertically; by default it starts at the top. */
  readonly middle?: boolean;
}

function placedTexts(slip: SlipPicture): readonly PlacedText[] {
  const quiet = (text: string, sizePx = 22): TextRun => ({ text, sizePx, colour: QUIET_INK });
  const strong = (text: string, sizePx = 27): TextRun => ({
    text,
    sizePx,
    colour: INK,
    bold: true,
  });
  const title = (text: string, sizePx: number, bold: boolean): TextRun => {
    return { text, sizePx, colour: WHITE, bold };
  };
  const head = { leftPx: 148, widthMaxPx: WIDTH_PX - 180 };
  const names = {
    leftPx: NAME_LEFT_PX,
    widthMaxPx: INNER_PX - 92,
    heightMaxPx: NAME_HEIGHT_PX,
    middle: true,
  };
  const rows = { leftPx: LEFT_PX, widthMaxPx: INNER_PX };
  const besideQr = { leftPx: LEFT_PX, widthMaxPx: INNER_PX - QR_PX - 16, heightMaxPx: 80 };
  return [
    { ...head, topPx: 56, heightMaxPx: 50, lines: [[title('โอนเงินสำเร็จ', 42, true)]] },
    { ...head, topPx: 118, heightMaxPx: 34, lines: [[title('Transfer successful', 27, false)]] },
    { ...head, topPx: 164, heightMaxPx: 34, lines: [[title(slip.paidAtText, 24, false)]] },
    {
      ...names,
      topPx: FROM_TOP_PX,
      lines: [
        [quiet('จาก  From')],
        [strong(slip.payerName)],
        [quiet(`Sandbox Bank  ${slip.payerAccountMask}`)],
      ],
    },
    {
      ...names,
      topPx: TO_TOP_PX,
      lines: [[quiet('ไปยัง  To')], [strong(slip.paidTo)]],
    },
    { ...rows, topPx: 612, heightMaxPx: 30, lines: [[quiet('จำนวนเงิน  Amount')]] },
    { ...rows, topPx: 652, heightMaxPx: 66, lines: [[strong(slip.amountText, 56)]] },
    ...[
      { topPx: 768, label: 'เลขที่รายการ  Transaction', text: slip.transRef },
      { topPx: 858, label: 'หมายเลขอ้างอิง  Reference', text: slip.ref },
    ].map(({ topPx, label, text }) => ({
      ...besideQr,
      topPx,
      lines: [[quiet(label, 21)], [strong(text, 23)]],
    })),
    {
      ...besideQr,
      topPx: 980,
      lines: [[quiet('สแกนเพื่อตรวจสอบสลิป', 20)], [quiet('Scan to check this slip', 20)]],
    },
    {
      leftPx: CARD.leftPx,
      topPx: 1130,
      widthMaxPx: CARD.widthPx,
      heightMaxPx: 28,
      align: 'centre',
      lines: [[title('Sandbox Bank · ระบบทดสอบ ไม่มีเงินจริง · no real money', 21, false)]],
    },
  ];
}

async function drawText({ leftPx, topPx, middle, ...block }: PlacedText): Promise<Layer> {
  const picture = await renderText(block);
  const spareWidthPx = block.align === 'centre' ? block.widthMaxPx - picture.widthPx : 0;
  const spareHeightPx = middle === true ? block.heightMaxPx - picture.heightPx : 0;
  return { picture, leftPx: leftPx + spareWidthPx / 2, topPx: topPx + spareHeightPx / 2 };
}

/** The card, its dividing lines, the check mark, and the arrows of payer and payee. */
function paintOrnaments(): readonly Layer[] {
  const { leftPx, topPx, widthPx, heightPx } = CARD;
  const card = paint(widthPx, heightPx, roundedBox(widthPx, heightPx, 28), WHITE);
  const rule = paint(INNER_PX, 2, roundedBox(INNER_PX, 2, 1), RULE);
  const check = path([24, 45], [38, 59], [65, 31]);
  const discTopPx = (NAME_HEIGHT_PX - DISC_PX) / 2;
  return [
    ...badge(GREEN, 88, stroke(check, 9), 36, 76),
    { picture: card, leftPx, topPx },
    ...badge(BRAND, DISC_PX, arrow([21, 33], [34, 20], [47, 33]), LEFT_PX, FROM_TOP_PX + discTopPx),
    ...badge(GREEN, DISC_PX, arrow([21, 35], [34, 48], [47, 35]), LEFT_PX, TO_TOP_PX + discTopPx),
    ...[412, 584, 738].map((ruleTopPx) => ({ picture: rule, leftPx: LEFT_PX, topPx: ruleTopPx })),
  ];
}

type Pair = readonly [x: number, y: number];

function path(...pairs: readonly Pair[]): readonly Point[] {
  return pairs.map(([x, y]) => ({ x, y }));
}

/** An arrow up or down: the three points of its head, and a vertical shaft. */
function arrow(...head: readonly [Pair, Pair, Pair]): Shape {
  const lines = [stroke(path(...head), 6), stroke(path([34, 20], [34, 48]), 6)];
  return (point) => Math.min(...lines.map((line) => line(point)));
}

/** A disc with a white symbol. */
function badge(
  colour: string,
  sizePx: number,
  mark: Shape,
  leftPx: number,
  topPx: number,
): readonly Layer[] {
  const disc = paint(sizePx, sizePx, roundedBox(sizePx, sizePx, sizePx / 2), colour);
  const picture = paint(sizePx, sizePx, mark, WHITE);
  return [
    { picture: disc, leftPx, topPx },
    { picture, leftPx, topPx },
  ];
}
