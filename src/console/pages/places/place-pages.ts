import { applicationsPage } from './applications.tsx';
import { choosePage } from './choose.tsx';
import { clientsPage } from './clients.tsx';
import { findPage } from './find.tsx';
import { overviewPage } from './overview.tsx';

export const choosePages = [choosePage];
export const placePages = [applicationsPage, overviewPage, clientsPage, findPage];
