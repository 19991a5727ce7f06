// Staff actions as table rows.
import type { StaffAction } from '../../../domains/operations/staff/staff-action.ts';
import { Table, TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { changesOf } from './facts.tsx';
import { Id, type NamesById } from './ids.tsx';

const NO_NAMES: NamesById = new Map();

/** payment.resolve:refund gives "Payment resolve, refund". */
function actionName(action: string): string {
  return words(action.replace(/[.-]/g, ' ').replace(':', ', '));
}

export function ActionTable({ actions }: { actions: readonly StaffAction[] }) {
  return (
    <Table
      label="Staff actions"
      rows={actions}
      columns={[
        {
          label: 'What',
          main: true,
          cell: ({ action, subject }) => (
            <TwoLines title={actionName(action)}>
              <Id id={subject} names={NO_NAMES} />
            </TwoLines>
          ),
        },
        { label: 'Who', cell: ({ staff }) => staff },
        {
          label: 'Why',
          cell: (one) => <TwoLines title={one.reason}>{changesOf(one).join('; ')}</TwoLines>,
        },
        { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} exact /> },
      ]}
    />
  );
}
