import { newRetainerPage } from './new-retainer.tsx';
import { retainerPage } from './retainer.tsx';
import { retainersPage } from './retainers.tsx';

export const retainerPages = [retainersPage, newRetainerPage, retainerPage];
