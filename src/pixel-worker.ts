// The pixel's Worker, which runs close to the visitor. It contains the script and the way of an event into
// the queue, but nothing of the API: a first visitor waits for no other code, and a release of the API never
// touches it.
import './local-settings.ts';
import { handlePixel, type PixelEnv } from './pixel/handle.ts';

export default {
  fetch: handlePixel,
} satisfies ExportedHandler<PixelEnv>;
