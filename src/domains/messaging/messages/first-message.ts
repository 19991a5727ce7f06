import * as z from 'zod';
import { id, text } from '../../../resource/fields.ts';

const MOST_FILES = 10;
const LONGEST = 10_000;

export const Body = text(LONGEST);
const Files = z.array(id('file')).max(MOST_FILES);

export const written = {
  body: z
    .union([Body, z.literal('')])
    .optional()
    .describe('The text. It may be left out where there are files.'),
  files: Files.optional().describe('Ready files of yours, uploaded with purpose=chat_attachment.'),
};

export const saysSomething = ({
  body = '',
  files = [],
}: {
  body?: string | undefined;
  files?: string[] | undefined;
}) => body !== '' || files.length > 0;
export const SAY_SOMETHING = { path: ['body'], message: 'Send a text or a file.' };

/** The message that a thread can be opened with. */
export const FirstMessage = z.object(written).refine(saysSomething, SAY_SOMETHING);
