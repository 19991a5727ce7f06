import { agreementPage } from './agreement.tsx';
import { agreementsPage } from './agreements.tsx';
import { newAgreementPage, newVersionPage } from './new-agreement.tsx';

// `new` comes before the page that would take it for an ID.
export const agreementPages = [agreementsPage, newAgreementPage, newVersionPage, agreementPage];
