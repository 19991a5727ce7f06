import { choosePage } from './choose.tsx';
import { clientsPage } from './clients.tsx';
import { overviewPage } from './overview.tsx';
import { paymentsPage } from './payments.tsx';
import { programsPage } from './programs.tsx';
import { submissionsPage } from './submissions.tsx';

export const choosePages = [choosePage];
export const placePages = [overviewPage, clientsPage, paymentsPage, programsPage, submissionsPage];
