// SPDX-License-Identifier: MIT
// Links from a lesson to others. A text names the lesson, and the page has the address. Within another page, lessons have
// no addresses: a link is then plain text.

/** The address of a lesson. Undefined where lessons have none. */
export type AddressOf = (lesson: string) => string | undefined;

/** Writes the addresses of lessons into the links of a text, which web/build/prose-markdown.ts has marked. */
export const withAddresses = (html: string, addressOf: AddressOf): string =>
  html.replace(/<a data-lesson="([\w-]+)"/g, (link, lesson: string) => {
    const address = addressOf(lesson);
    return address === undefined ? link : `${link} href="${address}"`;
  });
