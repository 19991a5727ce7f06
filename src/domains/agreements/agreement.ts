import { z } from 'zod';

export const APPLICABILITIES = [
  'creator_relationship',
  'program_application',
  'program_enrollment',
  'retainer',
  'content_submission',
] as const;

export const Applicability = z.enum(APPLICABILITIES);
export type Applicability = z.output<typeof Applicability>;
