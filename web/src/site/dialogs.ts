// SPDX-License-Identifier: MIT
// The dialogs that are available on every page. They are loaded after the page.
import { Search } from '../search/search.ts';
import { teach } from '../teach/lesson-entry.ts';
import { stops } from './stops.ts';

export { Glossary } from '../glossary/glossary.ts';
export { Search };

Search.pages = [...stops, teach];
