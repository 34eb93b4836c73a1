// SPDX-License-Identifier: MIT
// Links from a lesson to others. A text contains a lesson's id, to which the page adds its address. Embedded lessons
// have no addresses, so these links are plain text.

/** Returns the address of a lesson. Undefined within another page. */
export type AddressOf = (lesson: string) => string | undefined;

/** Writes the addresses of lessons into the links of a text, which web/build/prose-markdown.ts has marked. */
export const withAddresses = (html: string, addressOf: AddressOf): string =>
  html.replace(/<a data-lesson="([\w-]+)"/g, (link, lesson: string) => {
    const address = addressOf(lesson);
    return address === undefined ? link : `${link} href="${address}"`;
  });
