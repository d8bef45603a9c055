import { create, type BitMatrix } from 'qrcode';
import { blacken, encodePng, whiteRow, type PixelRow } from './png';

/** Scanners need the quiet zone to find the code. */
const QUIET_MODULES = 4;

/**
 * A square: the code in the centre, whole pixels per module, white around it. Throws RangeError
 * when the code does not fit, Error when the payload is too long for a QR code.
 */
export function renderQrPng(payload: string, sizePx: number): Buffer {
  const modules = createModules(payload);
  const { modulePx, offsetPx } = layOut(modules, sizePx);
  const rows = Array<PixelRow>(sizePx).fill(whiteRow(sizePx));
  for (let y = 0; y < modules.size; y++) {
    const row = whiteRow(sizePx);
    for (const { start, end } of darkRuns(modules, y)) {
      blacken(row, offsetPx + start * modulePx, offsetPx + end * modulePx);
    }
    rows.fill(row, offsetPx + y * modulePx, offsetPx + (y + 1) * modulePx);
  }
  return encodePng(sizePx, rows);
}

/** Has the layout of the PNG. Throws as `renderQrPng` does. */
export function renderQrSvg(payload: string, sizePx: number): string {
  const modules = createModules(payload);
  const { modulePx, offsetPx } = layOut(modules, sizePx);
  let dark = '';
  for (let y = 0; y < modules.size; y++) {
    for (const { start, end } of darkRuns(modules, y)) dark += `M${start} ${y}H${end}v1H${start}z`;
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}"` +
    ` viewBox="0 0 ${sizePx} ${sizePx}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${sizePx}v${sizePx}H0z"/>` +
    `<path transform="translate(${offsetPx} ${offsetPx})scale(${modulePx})" d="${dark}"/></svg>`
  );
}

/** For a terminal with light text on dark; a character is two modules, stacked. */
export function renderQrText(payload: string): string {
  const modules = createModules(payload);
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < modules.size && y < modules.size && modules.get(y, x) === 1;
  let text = '';
  for (let y = -QUIET_MODULES; y < modules.size + QUIET_MODULES; y += 2) {
    for (let x = -QUIET_MODULES; x < modules.size + QUIET_MODULES; x++) {
      text += isDark(x, y) ? (isDark(x, y + 1) ? ' ' : '▄') : isDark(x, y + 1) ? '▀' : '█';
    }
    text += '\n';
  }
  return text;
}

/** Level M corrects 15 % of damage; a higher level has smaller modules. */
function createModules(payload: string): BitMatrix {
  return create(payload, { errorCorrectionLevel: 'M' }).modules;
}

function layOut({ size }: BitMatrix, sizePx: number): { modulePx: number; offsetPx: number } {
  const modulePx = Math.floor(sizePx / (size + 2 * QUIET_MODULES));
  if (!Number.isSafeInteger(sizePx) || modulePx < 1) {
    throw new RangeError(`a code of ${size} modules does not fit into ${sizePx} pixels`);
  }
  return { modulePx, offsetPx: Math.floor((sizePx - size * modulePx) / 2) };
}

/** Runs of dark modules in a row; `end` is exclusive. */
function* darkRuns(modules: BitMatrix, y: number): Generator<{ start: number; end: number }> {
  for (let start = 0; start < modules.size; start++) {
    if (modules.get(y, start) !== 1) continue;
    let end = start + 1;
    while (end < modules.size && modules.get(y, end) === 1) end++;
    yield { start, end };
    start = end;
  }
}
