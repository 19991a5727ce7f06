import { analyticsPage } from './analytics.tsx';
import { analyticsFilePage } from './analytics-file.ts';

export const analyticsPages = [analyticsPage, analyticsFilePage];
