/** The lines of an icon, 24 units wide and high. */
export const icon = (...paths: readonly string[]) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {paths.map((path) => (
      <path d={path} />
    ))}
  </svg>
);

const halfCircle = (radius: number): string =>
  `a${Math.abs(radius)} ${Math.abs(radius)} 0 1 0 ${2 * radius} 0`;

export const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}${halfCircle(radius)}${halfCircle(-radius)}z`;

/** With rounded corners. */
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${x + 2} ${y}h${width - 4}a2 2 0 0 1 2 2v${height - 4}a2 2 0 0 1-2 2h${4 - width}` +
  `a2 2 0 0 1-2-2v${4 - height}a2 2 0 0 1 2-2z`;

export const icons = {
  clock: icon(circle(12, 12, 9), 'M12 7v5l3 2'),
  cross: icon(circle(12, 12, 9), 'm9 9 6 6m0-6-6 6'),
  check: icon('m5 12.500 4.500 4.500L19 7'),
  copy: icon(box(9, 9, 11, 11), 'M5 15H4V5a1 1 0 0 1 1-1h10v1'),
  down: icon('M12 4v11m-5-5 5 5 5-5M5 20h14'),
  lock: icon(box(5, 11, 14, 9), 'M8 11V8a4 4 0 0 1 8 0v3'),
  picture: icon(box(3, 4, 18, 16), circle(9, 10, 1.5), 'm4 18 5-4 3 2 4-4 5 5'),
  shield: icon('M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z', 'm9 12 2 2 4-4'),
} as const;
