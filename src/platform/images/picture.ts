import { sharp } from './sharp';

/** RGBA, one byte per channel, row by row. */
export interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Buffer;
}

/** The position is that of the upper left corner. */
export interface Layer {
  readonly picture: Picture;
  readonly leftPx: number;
  readonly topPx: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The signed distance of a point from the shape in pixels, negative inside. */
export type Shape = (point: Point) => number;

/** At 0, 0; a circle when the radius is half of its sides. */
export function roundedBox(widthPx: number, heightPx: number, radiusPx: number): Shape {
  return ({ x, y }) => {
    const dx = Math.abs(x - widthPx / 2) - widthPx / 2 + radiusPx;
    const dy = Math.abs(y - heightPx / 2) - heightPx / 2 + radiusPx;
    const isInCorner = dx > 0 && dy > 0;
    return (isInCorner ? Math.hypot(dx, dy) : Math.max(dx, dy)) - radiusPx;
  };
}

/** Through all points, with round ends. */
export function stroke(points: readonly Point[], thicknessPx: number): Shape {
  const parts = points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
  return (point) =>
    Math.min(...parts.map(({ from, to }) => distance(point, from, to))) - thicknessPx / 2;
}

/** `colour` is "#rrggbb". Edges are anti-aliased. */
export function paint(widthPx: number, heightPx: number, shape: Shape, colour: string): Picture {
  const rgba = Buffer.alloc(widthPx * heightPx * 4);
  const rgb = Number.parseInt(colour.slice(1), 16);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      const opacity = Math.min(1, Math.max(0, 0.5 - shape({ x: x + 0.5, y: y + 0.5 })));
      rgba.writeUInt32BE(((rgb << 8) | Math.round(opacity * 255)) >>> 0, at);
    }
  }
  return { widthPx, heightPx, rgba };
}

/** PNG, JPEG or WebP. Rejects an incomplete image. */
export async function decodePicture(bytes: Buffer): Promise<Picture> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgba: data };
}

/** The bottom layer first. Every layer must lie inside. */
export function composePng(
  widthPx: number,
  heightPx: number,
  background: string,
  layers: readonly Layer[],
): Promise<Buffer> {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background } })
    .composite(
      layers.map(({ picture, leftPx, topPx }) => ({
        input: picture.rgba,
        raw: { width: picture.widthPx, height: picture.heightPx, channels: 4 },
        left: Math.round(leftPx),
        top: Math.round(topPx),
      })),
    )
    .png()
    .toBuffer();
}

function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}
