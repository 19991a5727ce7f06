import * as z from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-length.ts';

export const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`)
  .max(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`);
