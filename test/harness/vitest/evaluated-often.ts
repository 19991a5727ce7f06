// Counts how often it was evaluated in this process, as a setup file is for each test file.
const process = globalThis as { evaluated?: number };
process.evaluated = (process.evaluated ?? 0) + 1;
export const evaluated = process.evaluated;
export const here = import.meta.url;
