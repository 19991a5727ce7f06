import { singleLine } from '../../../resource/fields.ts';

export const PersonName = singleLine(160);
