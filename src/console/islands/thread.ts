// Keeps a thread's page as the thread is.
export {};
