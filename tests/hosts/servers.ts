// SPDX-License-Identifier: MIT
// Starts real web servers with the configuration files that are part of the built site. Only host names, ports, folders
// and paths are replaced.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../tools/process.mjs';
import { waitFor } from '../browser/support/wait.ts';

export interface RealServer {
  readonly url: string;
  stop(): Promise<void>;
}

interface Place {
  /** The folder that the server publishes. */
  readonly root: string;
  /** The path of the site below that folder: '', or a path such as /teaching/lab. */
  readonly path: string;
  /** An empty folder for the server's own files. */
  readonly own: string;
  readonly port: number;
}

/** Writes the configuration of a server. @returns the command that runs the server in the foreground */
export type Start = (place: Place) => Promise<readonly [command: string, ...args: string[]]>;

const hostFile = ({ root, path }: Place, name: string) => readFile(join(root, path, name), 'utf8');

/** Puts the site's path before each path in a configuration of nginx: `location /x` becomes `location /lab/x`. */
const below = (path: string, configuration: string) =>
  configuration.replaceAll(/(location (?:= )?|error_page 404 )\//g, `$1${path}/`);

const nginx: Start = async (place) => {
  const { root, path, port } = place;
  const server = below(path, await hostFile(place, 'nginx-server.conf'))
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replace('/var/www/attention-lab', root);
  return runNginx(place, server);
};

/** Includes the site's nginx.conf (the snippet) in an existing server block, as an administrator would. */
const nginxSnippet: Start = async (place) => {
  const { root, path, own, port } = place;
  const snippet = join(own, 'snippet.conf');
  await writeFile(snippet, below(path, await hostFile(place, 'nginx.conf')));
  const server = `server {
    listen 127.0.0.1:${port};
    root ${root};
    include ${snippet};
  }`;
  return runNginx(place, server);
};

async function runNginx({ own }: Place, server: string) {
  const file = join(own, 'nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    file,
    `user ${userInfo().username};
    pid ${own}/pid;
    error_log stderr;
    events {}
    http {
      include /etc/nginx/mime.types;
      default_type application/octet-stream;
      access_log off;
      ${folders.map((name) => `${name}_temp_path ${own}/${name};`).join('\n')}
      ${server}
    }`,
  );
  return ['nginx', '-c', file, '-e', 'stderr', '-g', 'daemon off;'] as const;
}

/** The modules that Debian enables by default, and those that the site's configuration needs. */
const APACHE_MODULES =
  'mpm_event authz_core dir mime alias env headers filter deflate setenvif'.split(' ');

const runApache = async ({ root, own, port }: Place, modules: readonly string[]) => {
  const file = join(own, 'apache.conf');
  const { username } = userInfo();
  await writeFile(
    file,
    `ServerName localhost
    ServerRoot ${own}
    PidFile ${own}/pid
    Listen 127.0.0.1:${port}
    User ${username === 'root' ? 'www-data' : username}
    ErrorLog ${own}/error.log
    ${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
    TypesConfig /etc/mime.types
    DirectoryIndex index.html
    Alias /icons/ "/usr/share/apache2/icons/"
    AddOutputFilterByType DEFLATE text/html text/plain text/xml text/css text/javascript application/javascript application/wasm
    DocumentRoot ${root}
    <Directory ${root}>
      AllowOverride FileInfo
      Require all granted
    </Directory>`,
  );
  return ['apache2', '-f', file, '-D', 'FOREGROUND'] as const;
};

const apache: Start = (place) => runApache(place, [...APACHE_MODULES, 'brotli']);
const apacheGzip: Start = (place) => runApache(place, APACHE_MODULES);

const caddy: Start = async (place) => {
  const { root, path, own, port } = place;
  const file = join(own, 'Caddyfile');
  const sites = (await hostFile(place, 'Caddyfile'))
    .replaceAll('path /', `path ${path}/`)
    .replace('rewrite @missing /', `rewrite @missing ${path}/`)
    .replace('lab.example', `http://127.0.0.1:${port}`)
    .replace('/var/www/attention-lab', root);
  await writeFile(file, `{\n\tadmin off\n\tauto_https off\n}\n${sites}`);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
};

const lighttpd: Start = async (place) => {
  const { root, path, own, port } = place;
  const file = join(own, 'lighttpd.conf');
  const places = (await hostFile(place, 'lighttpd.conf'))
    .replaceAll('"^/', `"^${path}/`)
    .replace('error-handler = "/', `error-handler = "${path}/`)
    .replaceAll(/^ +"\//gm, `"${path}/`);
  await writeFile(
    file,
    `server.document-root = "${root}"
    server.bind = "127.0.0.1"
    server.port = ${port}
    server.modules = ("mod_indexfile")
    index-file.names = ("index.html")
    include_shell "/usr/share/lighttpd/create-mime.conf.pl"
    ${places}`,
  );
  return ['lighttpd', '-D', '-f', file];
};

export const SERVERS: Readonly<Record<string, Start>> = { nginx, apache, caddy, lighttpd };
/** Other ways to use the same configuration files. */
export const VARIANTS: Readonly<Record<string, Start>> = {
  'nginx with the snippet': nginxSnippet,
  'apache without mod_brotli': apacheGzip,
};

/**
 * Starts a server that publishes a folder; it runs until `stop` is called.
 * @param path  the path of the site below the folder
 * @param options  the folder and the environment variables of the server's process, and the signal that stops it
 * @throws Error with the server's output if the server exits before it answers
 */
export async function startServer(
  start: Start,
  folder: string,
  path = '',
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'killSignal'> = {},
): Promise<RealServer> {
  const own = await mkdtemp(join(tmpdir(), 'attention-lab-server-'));
  const port = await freePort();
  const [command, ...args] = await start({ root: resolve(folder), path, own, port });
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: own };
  const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe'];
  const child: ChildProcess = spawn(command, args, { env, ...options, stdio });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      printed += text;
    });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}${path}/`;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await waitFor(async () => (await fetch(url, { method: 'HEAD' })).status > 0, {
    timeout: 30_000,
    isFinal: isOver,
  }).catch((error) => {
    child.kill();
    throw new Error(`${command} does not answer: ${printed}`, { cause: error });
  });
  return {
    url,
    async stop() {
      child.kill(options.killSignal);
      await ended;
      await rm(own, { recursive: true, force: true });
    },
  };
}
