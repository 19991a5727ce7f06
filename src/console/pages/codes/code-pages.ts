import { codePage } from './code.tsx';
import { codesPage } from './codes.tsx';

export const codePages = [codesPage, codePage];
