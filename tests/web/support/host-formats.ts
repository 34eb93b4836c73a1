// SPDX-License-Identifier: MIT
// Computes the headers that hosts send for a file according to their configuration files. Supports only the syntax that
// the site's configuration files use.

type Sent = Record<string, string>;
export type HostFiles = Readonly<Record<string, string>>;

const named = (files: HostFiles, name: string) => {
  const text = files[name];
  if (text === undefined) throw new Error(`there is no ${name}`);
  return text;
};

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** Netlify and Cloudflare Pages: all matching rules apply, and the values of equal header names are joined. */
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

/** Vercel: all matching rules apply. @throws Error if two of them set the same header */
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

/** Apache: applies the .htaccess files from the site's folder down to the file's folder. */
export function apache(files: HostFiles, path: string): Sent {
  const folders = path.split('/').slice(0, -1);
  const names = [
    '.htaccess',
    ...folders.map((_, i) => `${folders.slice(0, i + 1).join('/')}/.htaccess`),
  ];
  const file = path.split('/').at(-1) ?? '';
  const sent: Sent = {};
  for (const name of names) {
    // Apache applies `<Files>` sections after the other directives.
    const text = files[name] ?? '';
    const sections = [...text.matchAll(/^<Files "(.*)">\n([\s\S]*?)^<\/Files>/gm)];
    const rest = sections.reduce((left, [section]) => left.replace(section, ''), text);
    const own = sections.filter(([, wanted]) => wanted === file).map(([, , body]) => body);
    for (const [, verb, header = '', value = ''] of [rest, ...own]
      .join('\n')
      .matchAll(/^ *Header (set|unset) ([\w-]+)(?: "(.*)")?$/gm))
      if (verb === 'set') sent[header] = value;
      else delete sent[header];
  }
  const end = path.match(/\.\w+$/)?.[0];
  const type = named(files, '.htaccess').match(new RegExp(`^AddType (\\S+) \\${end ?? '$'}$`, 'm'));
  return type ? { ...sent, 'Content-Type': type[1] ?? '' } : sent;
}

/** nginx: only the `location` with the longest matching path applies, with the regular expressions inside it. */
export function nginx(files: HostFiles, path: string): Sent {
  const locations = [
    ...named(files, 'nginx.conf').matchAll(/^location (\S+|= \S+) \{\n([\s\S]*?)^\}/gm),
  ].filter(([, at = '']) => `/${path}`.startsWith(at) || at === `= /${path}`);
  const [, , body = ''] = locations.sort(([, a = ''], [, b = '']) => b.length - a.length)[0] ?? [];
  const sent = Object.fromEntries(
    [...body.matchAll(/^ {2}add_header (\S+) "(.*)"(?: always)?;$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const nested = [...body.matchAll(/^ {2}location ~ (\S+) \{([\s\S]*?)^ {2}\}/gm)];
  const [, , inner = ''] = nested.find(([, pattern = '']) => new RegExp(pattern).test(path)) ?? [];
  const type = inner.match(/default_type (\S+);/)?.[1];
  return type ? { ...sent, 'Content-Type': type } : sent;
}
