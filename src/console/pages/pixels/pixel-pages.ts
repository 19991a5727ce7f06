import { eventPage } from './event.tsx';
import { pixelPage } from './pixel.tsx';
import { pixelsPage } from './pixels.tsx';

export const pixelPages = [pixelsPage, pixelPage, eventPage];
