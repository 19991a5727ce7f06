import { auditPage } from './audit.tsx';
import { eventPage } from './event.tsx';
import { eventsPage } from './events.tsx';
import { keyPage } from './key.tsx';
import { problemsPage } from './key-problems.tsx';
import { keysPage } from './keys.tsx';
import { newKeyPage } from './new-key.tsx';

export const developerPages = [keysPage, newKeyPage, keyPage, problemsPage, eventsPage, eventPage, auditPage];
