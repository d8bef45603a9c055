import type { Shop } from '../find-business';
import { inkOn } from '../../platform/colour';
import { logoPath } from './logo';

const SIDE_PX = 96;
/** Excludes the Thai vowels that precede their consonant: they do not stand alone. */
const firstLetter = /(?![\u0e40-\u0e44])[\p{L}\p{N}]/u;

/** The logo; without one, the first letter of the name on the colour of the shop. */
export function ShopMark({ profile, logoId }: Shop) {
  if (logoId !== null) return <img class="logo" src={logoPath(logoId)} alt="" />;
  const { name, colour } = profile;
  const ground = colour ?? '#0f3d76';
  const [letter = ''] = firstLetter.exec(name.toUpperCase()) ?? [];
  // Attributes, because the policy of pages allows no inline style.
  return (
    <svg class="logo" width={SIDE_PX} height={SIDE_PX} viewBox="0 0 96 96" aria-hidden="true">
      <rect width="96" height="96" rx="12" fill={ground} />
      <text x="48" y="64" font-size="48" text-anchor="middle" fill={inkOn(ground)}>
        {letter}
      </text>
    </svg>
  );
}
