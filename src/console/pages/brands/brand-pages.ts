import { brandPage } from './brand.tsx';
import { brandsPage } from './brands.tsx';

export const brandPages = [brandsPage, brandPage];
