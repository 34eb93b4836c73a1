// SPDX-License-Identifier: MIT
// A minimal MyST theme: the server from which mystmd fetches the pages when it builds a static site.
import { createServer } from 'node:http';
import { updatePageStaticLinksInplace } from '@myst-theme/common';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="data:,"></head><body><script type="module" src="/page.js"></script></body></html>`;
const { CONTENT_CDN_PORT, PORT } = process.env;

createServer(async ({ url }, response) => {
  if (!url.endsWith('.json')) return response.end(PAGE);
  const page = await (await fetch(`http://localhost:${CONTENT_CDN_PORT}/content${url}`)).json();
  updatePageStaticLinksInplace(page, (link) => `/myst_assets_folder${link}`);
  response.end(JSON.stringify(page));
}).listen(PORT, () => console.log(`http://localhost:${PORT}`));

// mystmd does not stop this server, so the process exits when mystmd closes its standard input.
process.stdin.on('close', () => process.exit()).resume();
