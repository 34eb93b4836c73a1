// SPDX-License-Identifier: MIT
// Generates a configuration file for each kind of host. With this file, the host sends the site's HTTP headers.
import { commonHeaders, type Headers, headersFor, mimeTypes, placeHeaders } from './headers.ts';

const NOTE = 'Made by the build of Attention Lab: how to serve its files.';
/** Media types that hosts should compress. Fonts are not among them, because the woff2 format is already compressed. */
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

/** The path prefixes with headers of their own, which are the nonempty keys of `placeHeaders`. */
const places = Object.keys(placeHeaders).filter((place) => place !== '');

const isForever = (headers: Headers) => headers['Cache-Control']?.includes('immutable') ?? false;

const isFolder = (place: string) => place.endsWith('/');

const lines = (headers: Headers, line: (name: string, value: string) => string) =>
  Object.entries(headers)
    .map(([name, value]) => line(name, value))
    .join('\n');

const indented = (text: string, by = '  ') => text.replaceAll(/^(?=.)/gm, by);

/**
 * The configuration of `serve`, a package of npm. By default, `serve` redirects `embed.html` to `embed` and drops the
 * query, which contains the settings of a frame. It has no headers, because `serve` also adds them to responses for
 * missing files, which must not be cached.
 */
const SERVE = `${JSON.stringify({ cleanUrls: false }, null, 2)}\n`;

/** Names of the headers that `place` must unset, because its folder would inherit them from the root folder. */
const unwanted = (place: string): string[] =>
  Object.keys(placeHeaders[''] ?? {}).filter(
    (name) => !Object.hasOwn(placeHeaders[place] ?? {}, name),
  );

const apacheHeaders = (headers: Headers, unset: readonly string[] = []) =>
  `<IfModule mod_headers.c>
${[...unset.map((name) => `  Header unset ${name}`), lines(headers, (name, value) => `  Header set ${name} "${value}"`)].join('\n')}
</IfModule>
`;

/**
 * The file `.htaccess`. It sets the order of the compression filters, because mod_deflate would otherwise run before
 * mod_brotli. It disables ETags: Apache appends "-gzip" to the ETags of compressed files, so revalidation would never
 * succeed.
 */
function apache(): string {
  const types = Object.entries(mimeTypes).map(([end, type]) => `AddType ${type} ${end}`);
  const files = places
    .filter((place) => !isFolder(place))
    .map((place) => `<Files "${place}">\n${indented(apacheHeaders(headersFor(place)))}</Files>\n`);
  return `# ${NOTE}
${types.join('\n')}
FileETag None
<IfModule mod_alias.c>
  RedirectMatch 404 "/\\.ht"
</IfModule>
${apacheHeaders(headersFor(''))}${files.join('')}<IfModule mod_filter.c>
  <IfModule mod_brotli.c>
    AddOutputFilterByType BROTLI_COMPRESS ${COMPRESSED.join(' ')}
    <IfModule mod_setenvif.c>
      SetEnvIfNoCase Accept-Encoding "\\bbr\\b" no-gzip=1
    </IfModule>
  </IfModule>
  <IfModule mod_deflate.c>
    AddOutputFilterByType DEFLATE ${COMPRESSED.join(' ')}
  </IfModule>
</IfModule>
`;
}

const apacheFolder = (place: string) =>
  `# ${NOTE}\n${apacheHeaders(placeHeaders[place] ?? {}, unwanted(place))}`;

/** The page for missing files. Its responses must not be cached, because the missing file may be added later. */
const MISSING = '404.html';

/**
 * The nginx configuration. A location that adds a header inherits none from the server block, so each location lists
 * all headers. The rules against hidden files are inside the locations, because a location outside them would apply to
 * the whole server.
 */
function nginx(): string {
  const types = ['.wasm', '.webmanifest'].map(
    (end) => `  location ~ \\${end}$ {
    types { }
    default_type ${mimeTypes[end]};
  }`,
  );
  const headers = (place: string, end = '') =>
    lines(headersFor(place), (name, value) => `  add_header ${name} "${value}"${end};`);
  const location = (place: string) => `location /${place} {
  error_page 404 /${MISSING};
${headers(place)}
${types.join('\n')}
  location ~ /\\.ht {
    return 404;
  }
}`;
  return `gzip on;
gzip_comp_level 6;
gzip_min_length 1000;
gzip_vary on;
gzip_types ${COMPRESSED.filter((type) => type !== 'text/html').join(' ')};
${['', ...places].map(location).join('\n')}
location = /${MISSING} {
${headers(MISSING, ' always')}
}
`;
}

const nginxSnippet = () => `# ${NOTE}
# Include it in a "server" block that has no "location /". Below a sub-path, put that path before each location's
# and before /404.html.
${nginx()}`;

const nginxServer = () => `# ${NOTE}
# A whole server: set the name and the folder, and link the file into sites-enabled.
server {
  listen 80;
  server_name lab.example;
  root /var/www/attention-lab;
  index index.html;
${indented(nginx())}}
`;

/**
 * The Caddyfile. Caddy uses the first handler whose matcher applies, and matchers require that the file exists. The
 * last handler has no matcher, so its headers also apply to missing files, whose responses must not be cached. A hidden
 * file (.ht*) exists, so another handler may set the headers of its 404 response. So `handle_errors` sets them again.
 */
function caddy(): string {
  const byLength = [...places].sort((one, other) => other.length - one.length);
  const headers = (place: string) =>
    `\theader {\n${lines(headersFor(place), (name, value) => `\t\t${name} "${value}"`)}\n\t}`;
  const handler = (place: string, index: number) => {
    const matcher = place === '' ? '' : `@place${index} `;
    const condition = `${matcher}{
	path /${place}${isFolder(place) ? '*' : ''}
	file
}
`;
    return `${place === '' ? '' : condition}handle ${matcher}{
${headers(place)}
	file_server {
		hide .ht*
	}
}
`;
  };
  const types = Object.entries(mimeTypes).map(
    ([end, type]) =>
      `@${end.slice(1)} path *${end}\nheader @${end.slice(1)} {\n\tdefer\n\tContent-Type ${type}\n}\n`,
  );
  const errors = `handle_errors {
	@missing expression {err.status_code} == 404
	rewrite @missing /${MISSING}
${headers(MISSING)}
	file_server
}
`;
  return `# ${NOTE}
# Set the name and the folder.
lab.example {
	root * /var/www/attention-lab
	encode zstd gzip {
		match {
${COMPRESSED.map((type) => `\t\t\theader Content-Type ${type}*`).join('\n')}
		}
	}
${indented([...types, ...[...byLength, ''].map(handler), errors].join(''), '\t')}}
`;
}

/**
 * The lighttpd configuration. If several conditions match, the last one replaces the lists of the earlier ones, so each
 * list is complete. mod_setenv also adds its headers to responses for missing files, so mod_expire sets the cache
 * lifetime instead.
 */
function lighttpd(): string {
  const list = (entries: Headers) =>
    `(\n${Object.entries(entries)
      .map(([key, value]) => `    "${key}" => "${value}"`)
      .join(',\n')}\n  )`;
  const escaped = (text: string) => text.replaceAll('.', '\\.');
  const kept = places.filter((place) => isForever(placeHeaders[place] ?? {}));
  const condition = (place: string) => {
    const headers = { ...commonHeaders, ...placeHeaders[place] };
    const sent = Object.entries(headers).filter(
      ([name]) => name !== 'Cache-Control' || !kept.includes(place),
    );
    const missing = place === '' ? `\n  server.error-handler = "/${MISSING}"` : '';
    return `$HTTP["url"] =~ "^/${escaped(place)}" {${missing}
  setenv.set-response-header = ${list(Object.fromEntries(sent))}
}`;
  };
  return `# ${NOTE}
# Include it after the server's own settings. Below a sub-path, put that path before each place.
server.modules += ("mod_setenv", "mod_deflate", "mod_expire")
$HTTP["url"] =~ "(${Object.keys(mimeTypes).map(escaped).join('|')})$" {
  mimetype.assign = ${list(mimeTypes)}
}
$HTTP["url"] =~ "/\\.ht" {
  static-file.exclude-extensions = (".htaccess")
}
deflate.mimetypes = (${COMPRESSED.map((type) => `"${type}"`).join(', ')})
deflate.allowed-encodings = ("brotli", "gzip", "deflate")
expire.url = ${list(Object.fromEntries(kept.map((place) => [`/${place}`, 'access plus 365 days'])))}
${['', ...places].map(condition).join('\n')}
`;
}

/** The contents of the configuration files, by path. */
export const hostFiles: Readonly<Record<string, string>> = {
  'serve.json': SERVE,
  'nginx.conf': nginxSnippet(),
  'nginx-server.conf': nginxServer(),
  Caddyfile: caddy(),
  'lighttpd.conf': lighttpd(),
  '.htaccess': apache(),
  ...Object.fromEntries(
    places.filter(isFolder).map((place) => [`${place}.htaccess`, apacheFolder(place)]),
  ),
};
