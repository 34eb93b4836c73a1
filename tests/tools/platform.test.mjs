// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { describePlatform, instructions } from '../../tools/setup/platform.mjs';
import { REQUIREMENTS } from '../../tools/setup/requirements.mjs';

const release = (id, like, name) =>
  `NAME="x"\nID=${id}\nID_LIKE="${like}"\nPRETTY_NAME="${name}"\n`;
const missing = (...ids) =>
  REQUIREMENTS.filter(({ id }) => ids.includes(id)).map((requirement) => ({ requirement }));
const all = missing(...REQUIREMENTS.map(({ id }) => id));

describe('describePlatform', () => {
  test.each([
    ['linux', 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n', 'debian'],
    ['linux', release('raspbian', 'debian', 'Raspbian'), 'debian'],
    ['linux', 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', 'ubuntu'],
    ['linux', release('linuxmint', 'ubuntu debian', 'Mint'), 'ubuntu'],
    ['linux', 'NAME="Fedora Linux"\nID=fedora\n', 'fedora'],
    ['linux', release('rocky', 'rhel centos fedora', 'Rocky'), 'fedora'],
    ['linux', 'ID=arch\n', 'arch'],
    ['linux', release('manjaro', 'arch', 'Manjaro'), 'arch'],
    ['linux', 'ID=alpine\n', 'other'],
    ['linux', '', 'other'],
    ['darwin', '', 'brew'],
    ['win32', '', 'other'],
  ])('%s, %j is of the family %s', (platform, text, family) => {
    expect(describePlatform(platform, text).family).toBe(family);
  });

  test('uses the common name of a platform', () => {
    const text = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n';
    expect(describePlatform('linux', text).name).toBe('Debian GNU/Linux 12 (bookworm)');
    expect(describePlatform('linux', 'NAME="Fedora Linux"\nID=fedora\n').name).toBe('Fedora Linux');
    expect(describePlatform('linux', '').name).toBe('linux');
  });
});

describe('instructions', () => {
  const on = (family, name = family) => instructions(all, { family, name }, 'npm test');

  test('Debian without root: the whole message', () => {
    const platform = { family: 'debian', name: 'Debian 12' };
    expect(instructions(missing('emscripten', 'ninja'), platform, 'npm start')).toBe(
      [
        'Missing for `npm start` on Debian 12:',
        '  Emscripten >= 3.1.6  compiles the C++ library to WebAssembly',
        '  Ninja                runs incremental C++ builds',
        '',
        'Install:',
        '  sudo apt-get update && sudo apt-get install -y --no-install-recommends emscripten ninja-build',
        '',
        'Then run `npm start` again.',
      ].join('\n'),
    );
  });

  test('Fedora: dnf, with the sanitizers that its clang package lacks', () => {
    expect(on('fedora')).toMatch(/^ {2}sudo dnf install emscripten cmake .*clang compiler-rt/m);
  });

  test('Arch: pacman', () => {
    expect(on('arch')).toContain('sudo pacman -S --needed emscripten cmake ninja gcc eigen');
  });

  test('macOS: formulae, casks and the compiler of Xcode', () => {
    const text = on('brew', 'macOS');
    expect(text).toMatch(/^ {2}brew install emscripten cmake ninja eigen highway/m);
    expect(text).toMatch(/^ {2}brew install --cask google-chrome firefox@esr$/m);
    expect(text).toContain('xcode-select --install');
  });

  test('Ubuntu: everything except browsers by apt, with an explanation', () => {
    const text = on('ubuntu', 'Ubuntu 24.04');
    const command = text.split('\n').find((line) => line.includes('apt-get install'));
    expect(command).toContain('webkit2gtk-driver');
    expect(command).not.toMatch(/chromium|firefox/);
    expect(text).toMatch(/Chromium: .*snap.*CHROME_BIN/);
    expect(text).toMatch(/Firefox ESR: .*snap.*FIREFOX_BIN/);
  });

  test('Windows: the Emscripten SDK, EMSDK and WSL', () => {
    const text = on('other', 'Windows');
    expect(text).toMatch(/Emscripten: .*emsdk.*EMSDK/);
    expect(text).toContain('WSL');
  });

  test('a version that is too old is printed with the required one', () => {
    const [emscripten] = missing('emscripten');
    const text = instructions(
      [{ ...emscripten, found: '3.1.5' }],
      { family: 'arch', name: 'Arch' },
      'npm start',
    );
    expect(text).toContain('Emscripten >= 3.1.6 (found 3.1.5)');
  });
});
