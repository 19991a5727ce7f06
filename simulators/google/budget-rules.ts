// What budgets the platform takes.
import { type Json, type Place, refuse, required } from './wire.ts';
import { DAY, type Node, type World } from './world.ts';

/** No budget is counted in less, by currency: hundredths, but for those without any. */
const unitOf = ({ currencyCode }: Node) => (currencyCode === 'JPY' ? 1_000_000 : 10_000);

/** Whether something that is there has the name. */
export const taken = (node: Node, name: string) => node.name === name && node.status !== 'REMOVED';

export function checkBudget(
  world: World,
  customer: Node,
  fields: Json,
  place: Place,
  own: string | null,
): void {
  required(fields, place, 'name');
  if (world.all('campaignBudget', customer.id).some((one) => taken(one, fields.name) && one.id !== own))
    throw refuse('campaignBudgetError.DUPLICATE_NAME', 'A campaign budget with this name exists.', {
      place: [...place, 'name'],
    });
  const whole = fields.period === 'CUSTOM_PERIOD';
  if (whole && fields.amountMicros !== undefined)
    throw refuse(
      'campaignBudgetError.BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD',
      'Unset the amount.',
      { place },
    );
  if (!whole && fields.totalAmountMicros !== undefined)
    throw refuse(
      'campaignBudgetError.TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY',
      'Unset the total.',
      { place },
    );
  const name = whole ? 'totalAmountMicros' : 'amountMicros';
  required(fields, place, name);
  const amount = Number(fields[name]);
  const at = [...place, name];
  if (amount <= 0)
    throw refuse('campaignBudgetError.NEGATIVE_MONEY_AMOUNT', 'The amount is too low.', { place: at });
  if (amount % unitOf(customer) !== 0)
    throw refuse(
      'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
      'Not a multiple of a minimum unit.',
      {
        place: at,
      },
    );
}

/** Demand Gen has a least budget of a day. */
export function checkFloor(world: World, customer: Node, budget: Json, campaign: Json, place: Place): void {
  if (campaign.advertisingChannelType !== 'DEMAND_GEN') return;
  const floor = Number(customer._floor);
  const start = (campaign.startDateTime ?? world.local(customer)).slice(0, 10);
  const days =
    Math.round((Date.parse((campaign.endDateTime ?? start).slice(0, 10)) - Date.parse(start)) / DAY) + 1;
  const whole = budget.totalAmountMicros;
  const amount = Number(whole ?? budget.amountMicros);
  const least = whole === undefined ? floor : floor * days;
  if (amount >= least) return;
  const field = whole === undefined ? 'Amount' : 'TotalAmount';
  throw refuse(
    'campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM',
    'The budget is below the minimum of a day.',
    {
      place,
      details: {
        budgetPerDayMinimumErrorDetails: {
          currencyCode: customer.currencyCode,
          budgetPerDayMinimumMicros: String(floor),
          [`minimumBudget${field}Micros`]: String(least),
          [`failedBudget${field}Micros`]: String(amount),
        },
      },
    },
  );
}
