// SPDX-License-Identifier: MIT
// Links from a lesson to others. A text contains a lesson's id, to which the page adds its address. Embedded lessons
// have no addresses, so these links are plain text.

/** Returns the address of a lesson. Undefined if the lesson is embedded in another page. */
export type AddressOf = (lesson: string) => string | undefined;

/** Adds addresses to the links to lessons, which web/build/prose-markdown.ts has marked with `data-lesson`. */
export const withAddresses = (html: string, addressOf: AddressOf): string =>
  html.replace(/<a data-lesson="([\w-]+)"/g, (link, lesson: string) => {
    const address = addressOf(lesson);
    return address === undefined ? link : `${link} href="${address}"`;
  });
