import { icons } from '../icons';
import type { FileType } from './open-file';

interface FileLinksProps {
  readonly addressOf: (type: FileType) => string;
}
/** Downloads of what the page shows. */
export const FileLinks = ({ addressOf }: FileLinksProps) => (
  <>
    {(['csv', 'xlsx'] as const).map((type) => (
      <a class="button" href={addressOf(type)} download>
        {icons.down}
        <span>{type === 'csv' ? 'CSV' : 'Excel'}</span>
      </a>
    ))}
  </>
);
