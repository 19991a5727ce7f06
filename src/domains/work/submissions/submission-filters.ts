import * as z from 'zod';
import { id } from '../../../resource/fields.ts';
import { commaList, sortQuery } from '../../../resource/list-page.ts';
import { PROGRAM_PLATFORMS } from '../program-terms/program.ts';
import { SUBMISSION_STATUSES } from './submission.ts';

/** What a list of submissions is filtered and sorted by. */
export const submissionFilters = {
  program: id('program').optional(),
  creator: id('creator').optional(),
  application: id('application').optional(),
  platform: z.enum(PROGRAM_PLATFORMS).optional(),
  tag: z.string().min(1).max(1000).optional().describe('One of your own tags. Only for accounts.'),
  status: commaList(SUBMISSION_STATUSES),
  ...sortQuery,
};
