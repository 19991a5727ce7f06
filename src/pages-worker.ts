// The Worker of the pages: what people sign in to, agree to and work with. It runs the API's verbs for a person as the
// API runs them for a key, and carries what only people need, so that no API caller waits for it.
import './local-settings.ts';
import { answerPage } from './console/app.tsx';
import type { Env } from './env.ts';

export default {
  fetch: answerPage,
} satisfies ExportedHandler<Env>;
