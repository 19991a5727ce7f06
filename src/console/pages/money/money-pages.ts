import { earningPage } from './earning.tsx';
import { earningsPage } from './earnings.tsx';
import { paymentsPage } from './payments.tsx';

export const moneyPages = [earningPage, earningsPage, paymentsPage];
