// The pages' Worker: where people sign in, give access and work. It runs the API's verbs for people as the
// API runs them for keys, and contains what only people need, so that API callers never wait for that code.
import './local-settings.ts';
import { answerPage } from './console/app.tsx';
import type { Env } from './env.ts';

export default {
  fetch: answerPage,
} satisfies ExportedHandler<Env>;
