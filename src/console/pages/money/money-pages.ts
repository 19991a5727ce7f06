import { balancePage } from './balance.tsx';
import { billingPage } from './billing.tsx';
import { chargePage } from './charge.tsx';
import { chargesPage } from './charges.tsx';
import { earningPage } from './earning.tsx';
import { earningsPage } from './earnings.tsx';
import { newPaymentPage } from './new-payment.tsx';
import { paymentPage } from './payment.tsx';
import { paymentsPage } from './payments.tsx';
import { payoutPage, payoutsPage } from './payouts.tsx';
import { statementPage } from './statement.tsx';
import { taxPage } from './tax.tsx';
import { withdrawPage } from './withdraw.tsx';
import { withdrawalPage, withdrawalsPage } from './withdrawals.tsx';

export const moneyPages = [
  ...[billingPage, chargePage, chargesPage],
  ...[earningPage, earningsPage, newPaymentPage, paymentPage, paymentsPage],
  ...[balancePage, withdrawPage, withdrawalPage, withdrawalsPage],
  ...[payoutPage, payoutsPage, statementPage, taxPage],
];
