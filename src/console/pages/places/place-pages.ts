import { applicationsPage } from './applications.tsx';
import { choosePage } from './choose.tsx';
import { clientsPage } from './clients.tsx';
import { earningPage } from './earning.tsx';
import { earningsPage } from './earnings.tsx';
import { findPage } from './find.tsx';
import { overviewPage } from './overview.tsx';
import { paymentsPage } from './payments.tsx';

export const choosePages = [choosePage];
export const placePages = [
  applicationsPage,
  overviewPage,
  clientsPage,
  earningPage,
  earningsPage,
  findPage,
  paymentsPage,
];
