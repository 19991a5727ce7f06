import * as z from 'zod';

export const Image = z
  .object({
    fileId: z.string().nullable().describe('Null where the picture is no file of this service.'),
    url: z.string().describe('Link to the picture, good for ten minutes where it is a file of this service.'),
    width: z.int().nullable().describe('Pixels, as displayed; null when unknown.'),
    height: z.int().nullable().describe('Pixels, as displayed; null when unknown.'),
    blurHash: z
      .string()
      .nullable()
      .describe('BlurHash to show while the picture loads; null where it was too large to decode.'),
  })
  .meta({ id: 'Image' });
