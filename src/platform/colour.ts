/** Lower case "#rrggbb"; null for another notation. */
export const readColour = (text: string): string | null =>
  /^#?[0-9a-f]{6}$/i.test(text) ? `#${text.replace('#', '').toLowerCase()}` : null;

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The text colour on a background that has the higher contrast, always 4.5:1 or more. */
export const inkOn = (colour: string): '#000000' | '#ffffff' =>
  (luminance(colour) + 0.05) / 0.05 >= 1.05 / (luminance(colour) + 0.05) ? '#000000' : '#ffffff';
