import { z } from 'zod';
import type { TimelinePosition } from '../../find-timeline';
import { says } from '../../../contract/fields';

export const writePosition = ({ at, rank, id }: TimelinePosition): string =>
  `${at.getTime()}.${rank}.${id}`;

/** Accepts only the output of `writePosition`. */
export const position = z
  .string()
  .regex(/^[0-9]{1,15}\.[0-9]\.[0-9a-z_-]{1,80}$/, says('invalid_parameters'))
  .transform((text): TimelinePosition => {
    const [ms = '', rank = '', id = ''] = text.split('.');
    return { at: new Date(Number(ms)), rank: Number(rank), id };
  });
