// SPDX-License-Identifier: MIT
import lessonCss from './lesson.css?inline';

/**
 * The style sheet of a page. It contains the rules that all pages share, and the page's own rules, nested under the
 * page's element `tag`.
 */
export const lessonSheet = (tag: string, css: string): string => `${lessonCss}${tag} {${css}}`;
