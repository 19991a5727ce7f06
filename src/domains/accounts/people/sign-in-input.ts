import * as z from 'zod';

export const SignInInput = z.object({ email: z.string().max(254), password: z.string().max(1_000) });
