import * as z from 'zod';

export const Image = z
  .object({
    fileId: z.string().nullable(),
    url: z.string().describe('Short-lived.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    blurHash: z.string().nullable(),
  })
  .meta({ id: 'Image' });
