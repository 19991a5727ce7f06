// The pixel's Worker, which stands at the visitor's edge. It holds the script and the way of an event into the queue,
// and nothing of the API: a cold visitor waits for no other code, and a release of the API never touches it.
import './local-settings.ts';
import { handlePixel, type PixelEnv } from './pixel/handle.ts';

export default {
  fetch: handlePixel,
} satisfies ExportedHandler<PixelEnv>;
