import { CURRENCIES } from '../../../kit/currencies.ts';
import { filterBy } from '../../components/filters.tsx';

export const byCurrency = filterBy('currency', 'Currency', 'Any currency', [...CURRENCIES.keys()], (code) =>
  code.toUpperCase(),
);
