import * as z from 'zod';
import { bodyExample, recordExample } from '../../../resource/example.ts';

export const LiveTicketCreate = z.strictObject({
  origin: z
    .string()
    .max(300)
    .optional()
    .describe(
      'The web origin of the page that opens the socket: one of the `embedOrigins` of the key. By default the origin of the service itself.',
    ),
});

export const LiveTicket = z.object({
  ticket: z
    .string()
    .describe('Opens one socket of this thread, within 30 seconds, from a page of the origin.'),
  protocols: z
    .array(z.string())
    .describe(
      'What the page passes to `new WebSocket(url, protocols)`: the name of the protocol, then the ticket.',
    ),
  origin: z.string().describe('The only web origin from which it is taken.'),
  expiresAt: z.string().describe('RFC 3339, UTC: 30 seconds after it was made.'),
});

bodyExample(LiveTicketCreate, 'LiveTicketCreate', {});
recordExample(LiveTicket, {
  ticket: '1.Zm9vYmFyYmF6cXV1.c2VhbGVk',
  protocols: ['service.live.v1', '1.Zm9vYmFyYmF6cXV1.c2VhbGVk'],
  origin: 'https://app.example.com',
  expiresAt: '2026-11-02T09:00:30.000Z',
});
