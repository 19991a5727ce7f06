import { messagesPage } from './messages.tsx';
import { newThreadPage } from './new-thread.tsx';
import { threadPage } from './thread.tsx';

export const messagePages = [messagesPage, newThreadPage, threadPage];
