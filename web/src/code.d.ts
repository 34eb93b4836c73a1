// SPDX-License-Identifier: MIT

declare module '*?excerpts' {
  export type Code = import('../build/code-types.ts').Code;
  export type CodeLine = import('../build/code-types.ts').CodeLine;
  export type Token = import('../build/code-types.ts').Token;
  const code: Code;
  export default code;
}
