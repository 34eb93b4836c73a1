// SPDX-License-Identifier: MIT
// The dialogs that the reader opens from every page. They are loaded after the page.
export { Glossary } from '../glossary/glossary.ts';
export { Search } from '../search/search.ts';
