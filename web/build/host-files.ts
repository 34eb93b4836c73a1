// SPDX-License-Identifier: MIT
// Files from which hosts read the headers, one for each format.
import { folderHeaders, type Headers, mimeTypes, restHeaders, siteHeaders } from './headers.ts';

const NOTE = 'Made by the build of Attention Lab: how its files are to be served.';
/** Media types to compress. Fonts are compressed already. */
const COMPRESSED = [
  'text/html',
  'text/css',
  'text/javascript',
  'application/javascript',
  'application/json',
  'application/manifest+json',
  'application/wasm',
  'image/svg+xml',
];

/** The host files for a site with these files. Paths are relative to its folder. */
export function hostFiles(files: readonly string[]): Record<string, string> {
  const folders = Object.entries(folderHeaders).filter(([folder]) =>
    files.some((file) => file.startsWith(`${folder}/`)),
  );
  return {
    _headers: headersFile(files),
    'vercel.json': vercel(),
    'web.config': iis(folders),
    'nginx.conf': nginx(folders),
    '.htaccess': apache(),
    ...Object.fromEntries(
      folders.map(([folder, headers]) => [`${folder}/.htaccess`, apacheFolder(headers)]),
    ),
  };
}

const lines = (headers: Headers, line: (name: string, value: string) => string) =>
  Object.entries(headers)
    .map(([name, value]) => line(name, value))
    .join('\n');

/**
 * Netlify and Cloudflare Pages join the values of all rules that match, so no two rules may give
 * the same header to a file, and they agree only on `*` at the end of a path.
 */
function headersFile(files: readonly string[]): string {
  const rule = (path: string, headers: Headers) =>
    `${path}\n${lines(headers, (name, value) => `  ${name}: ${value}`)}`;
  const elsewhere = new Set(
    files
      .map((file) => file.split('/'))
      .filter(([top = '', ...below]) => below.length === 0 || !(top in folderHeaders))
      .map(([top, ...below]) => (below.length === 0 ? `/${top}` : `/${top}/*`)),
  );
  const wasm = files.filter((file) => file.endsWith('.wasm'));
  return `${[
    `# ${NOTE}`,
    rule('/*', siteHeaders),
    ...Object.entries(folderHeaders).map(([folder, headers]) => rule(`/${folder}/*`, headers)),
    ...['/', ...elsewhere].map((path) => rule(path, restHeaders)),
    ...wasm.map((file) => rule(`/${file}`, { 'Content-Type': mimeTypes['.wasm'] ?? '' })),
  ].join('\n')}\n`;
}

function vercel(): string {
  const list = (headers: Headers) =>
    Object.entries(headers).map(([key, value]) => ({ key, value }));
  const folders = Object.keys(folderHeaders)
    .map((folder) => `${folder}/`)
    .join('|');
  const rules = [
    { source: '/(.*)', headers: list(siteHeaders) },
    ...Object.entries(folderHeaders).map(([folder, headers]) => ({
      source: `/${folder}/(.*)`,
      headers: list(headers),
    })),
    { source: `/((?!${folders}).*)`, headers: list(restHeaders) },
  ];
  return `${JSON.stringify({ headers: rules }, null, 2)}\n`;
}

const apacheHeaders = (headers: Headers) => `<IfModule mod_headers.c>
${lines(headers, (name, value) => `  Header set ${name} "${value}"`)}
</IfModule>
`;

function apache(): string {
  const types = Object.entries(mimeTypes).map(([end, type]) => `AddType ${type} ${end}`);
  return `# ${NOTE}
${types.join('\n')}
${apacheHeaders({ ...siteHeaders, ...restHeaders })}<IfModule mod_filter.c>
  <IfModule mod_brotli.c>
    AddOutputFilterByType BROTLI_COMPRESS ${COMPRESSED.join(' ')}
  </IfModule>
  <IfModule !mod_brotli.c>
    AddOutputFilterByType DEFLATE ${COMPRESSED.join(' ')}
  </IfModule>
</IfModule>
`;
}

const apacheFolder = (headers: Headers) => `# ${NOTE}\n${apacheHeaders(headers)}`;

function iis(folders: readonly (readonly [string, Headers])[]): string {
  const types = Object.entries(mimeTypes).map(
    ([end, type]) => `      <remove fileExtension="${end}" />
      <mimeMap fileExtension="${end}" mimeType="${type}" />`,
  );
  const custom = (headers: Headers) => `    <httpProtocol>
      <customHeaders>
${lines(
  headers,
  (name, value) => `        <remove name="${name}" />
        <add name="${name}" value="${value}" />`,
)}
      </customHeaders>
    </httpProtocol>`;
  const locations = folders.map(
    ([folder, headers]) => `  <location path="${folder}">
    <system.webServer>
${custom(headers)}
    </system.webServer>
  </location>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${NOTE} -->
<configuration>
  <system.webServer>
    <staticContent>
${types.join('\n')}
    </staticContent>
${custom({ ...siteHeaders, ...restHeaders })}
  </system.webServer>
${locations.join('')}</configuration>
`;
}

/** In nginx, a location with its own headers inherits none, so each location lists all headers. */
function nginx(folders: readonly (readonly [string, Headers])[]): string {
  const types = ['.wasm', '.webmanifest'].map(
    (end) => `  location ~ \\${end}$ {
    types { }
    default_type ${mimeTypes[end]};
  }`,
  );
  const location = (path: string, headers: Headers) => `location ${path} {
${lines({ ...siteHeaders, ...headers }, (name, value) => `  add_header ${name} "${value}";`)}
${types.join('\n')}
}`;
  return `# ${NOTE}
# Include it in a "server" block. Below a sub-path, put that path before each location's.
gzip on;
gzip_types ${COMPRESSED.filter((type) => type !== 'text/html').join(' ')};
${location('/', restHeaders)}
${folders.map(([folder, headers]) => location(`/${folder}/`, headers)).join('\n')}
`;
}
