import { exportPage } from './export.tsx';

export const exportPages = [exportPage];
