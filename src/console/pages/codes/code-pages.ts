import { codePage } from './code.tsx';
import { codesPage } from './codes.tsx';
import { newCodePage } from './new-code.tsx';

export const codePages = [codesPage, newCodePage, codePage];
