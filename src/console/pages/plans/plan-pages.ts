import { planPage } from './plan.tsx';
import { plansPage } from './plans.tsx';

export const planPages = [plansPage, planPage];
