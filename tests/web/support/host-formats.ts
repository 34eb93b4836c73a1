// SPDX-License-Identifier: MIT
// Reads host files as their hosts do, as far as ours go: the headers that a file is sent with.

type Sent = Record<string, string>;
export type HostFiles = Readonly<Record<string, string>>;

const named = (files: HostFiles, name: string) => {
  const text = files[name];
  if (text === undefined) throw new Error(`there is no ${name}`);
  return text;
};

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** Netlify and Cloudflare Pages: all rules that match, the values of one name joined. */
export function netlify(files: HostFiles, path: string): Sent {
  const sent: Sent = {};
  let isMatch = false;
  for (const line of named(files, '_headers').split('\n')) {
    if (line.startsWith('/')) {
      if (/\*./.test(line)) throw new Error(`hosts disagree about ${line}`);
      isMatch = new RegExp(`^${escaped(line).replace('*', '.*')}$`).test(`/${path}`);
    }
    const [, name, value] = line.match(/^ {2}([\w-]+): (.*)$/) ?? [];
    if (!isMatch || !name || !value) continue;
    sent[name] = name in sent ? `${sent[name]}, ${value}` : value;
  }
  return sent;
}

/** Vercel: all rules that match, each name once. */
export function vercel(files: HostFiles, path: string): Sent {
  const sent: Sent = {};
  const { headers } = JSON.parse(named(files, 'vercel.json')) as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  for (const rule of headers.filter(({ source }) => new RegExp(`^${source}$`).test(`/${path}`))) {
    for (const { key, value } of rule.headers) {
      if (key in sent) throw new Error(`${key} is given twice for ${path}`);
      sent[key] = value;
    }
  }
  return sent;
}

/** Apache: the file of the site's folder, then that of the folder below. */
export function apache(files: HostFiles, path: string): Sent {
  const folders = path.split('/').slice(0, -1);
  const names = [
    '.htaccess',
    ...folders.map((_, i) => `${folders.slice(0, i + 1).join('/')}/.htaccess`),
  ];
  const sent = names
    .map((name) => files[name] ?? '')
    .flatMap((text) => [...text.matchAll(/^ *Header set ([\w-]+) "(.*)"$/gm)]);
  const end = path.match(/\.\w+$/)?.[0];
  const type = named(files, '.htaccess').match(new RegExp(`^AddType (\\S+) \\${end ?? '$'}$`, 'm'));
  return Object.fromEntries([
    ...sent.map(([, name, value]) => [name, value]),
    ...(type ? [['Content-Type', type[1]]] : []),
  ]);
}

/** IIS: the whole site's headers, changed by those of a location. */
export function iis(files: HostFiles, path: string): Sent {
  const text = named(files, 'web.config');
  const [all = '', ...locations] = text.split('<location path="');
  const own = locations.find((location) => path.startsWith(`${location.split('"')[0]}/`)) ?? '';
  const sent: Sent = {};
  for (const [, verb, name = '', value = ''] of `${all}${own}`.matchAll(
    /<(add|remove) name="([^"]*)"(?: value="([^"]*)")?/g,
  )) {
    if (verb === 'remove') delete sent[name];
    else if (name in sent) throw new Error(`IIS refuses a second ${name}`);
    else sent[name] = value;
  }
  const end = path.match(/\.\w+$/)?.[0];
  const type = all.match(new RegExp(`<mimeMap fileExtension="\\${end}" mimeType="([^"]*)"`))?.[1];
  return type ? { ...sent, 'Content-Type': type } : sent;
}

/** nginx: the location with the longest prefix and no other; in it, what a regular expression adds. */
export function nginx(files: HostFiles, path: string): Sent {
  const locations = [
    ...named(files, 'nginx.conf').matchAll(/^location (\S+) \{\n([\s\S]*?)^\}/gm),
  ].filter(([, prefix = '']) => `/${path}`.startsWith(prefix));
  const [, , body = ''] = locations.sort(([, a = ''], [, b = '']) => b.length - a.length)[0] ?? [];
  const sent = Object.fromEntries(
    [...body.matchAll(/^ {2}add_header (\S+) "(.*)";$/gm)].map(([, name, value]) => [name, value]),
  );
  const nested = [...body.matchAll(/^ {2}location ~ (\S+) \{([\s\S]*?)^ {2}\}/gm)];
  const [, , inner = ''] = nested.find(([, pattern = '']) => new RegExp(pattern).test(path)) ?? [];
  const type = inner.match(/default_type (\S+);/)?.[1];
  return type ? { ...sent, 'Content-Type': type } : sent;
}
