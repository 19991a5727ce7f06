/** What names a thread's object: the random half of the thread's ID, which its messages' IDs carry too. */
export const objectName = (thread: string): string => thread.slice(-12);

/** The same of a message's ID, whose last four characters number it. */
export const objectNameOfMessage = (message: string): string => message.slice(-16, -4);

/** Whether a message of this ID can only be in this thread. */
export const isNamedBy = (thread: string, message: string): boolean =>
  objectNameOfMessage(message) === objectName(thread);
