import { earningPage } from './earning.tsx';
import { earningsPage } from './earnings.tsx';
import { newPaymentPage } from './new-payment.tsx';
import { paymentPage } from './payment.tsx';
import { paymentsPage } from './payments.tsx';

export const moneyPages = [earningPage, earningsPage, newPaymentPage, paymentPage, paymentsPage];
