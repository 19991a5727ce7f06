// The pages of the staff.
import { actionsPage } from './actions.tsx';
import { correctionsPage } from './corrections.tsx';
import { directoryPage } from './directory.tsx';
import { itemPage } from './item.tsx';
import { ledgersPage } from './ledgers.tsx';
import { peoplePage } from './people.tsx';
import { queuePage } from './queue.tsx';
import { secondFactorPage } from './second-factor.tsx';
import { senderStaffPage } from './sender.tsx';

export const staffPages = [
  queuePage,
  itemPage,
  directoryPage,
  correctionsPage,
  ledgersPage,
  actionsPage,
  peoplePage,
  secondFactorPage,
  senderStaffPage,
];
