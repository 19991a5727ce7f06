import { billingPage } from './billing.tsx';
import { chargePage } from './charge.tsx';
import { chargesPage } from './charges.tsx';
import { earningPage } from './earning.tsx';
import { earningsPage } from './earnings.tsx';
import { newPaymentPage } from './new-payment.tsx';
import { paymentPage } from './payment.tsx';
import { paymentsPage } from './payments.tsx';

export const moneyPages = [
  ...[billingPage, chargePage, chargesPage],
  ...[earningPage, earningsPage, newPaymentPage, paymentPage, paymentsPage],
];
