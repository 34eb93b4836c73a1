// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import type { Language } from '../../web/src/i18n/languages.ts';

/** A loader of languages. Each load completes when the test calls `finish` for its language. */
function slow() {
  const gates = new Map<Language, () => void>();
  const loader = (language: Language) =>
    new Promise<string>((resolve) => gates.set(language, () => resolve(language)));
  return { loader, finish: (language: Language) => gates.get(language)?.() };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('a switch of language', () => {
  it('updates texts, resources and listeners together, after everything is loaded', async () => {
    const i18n = await createI18n('en');
    const { loader, finish } = slow();
    const adding = i18n.addResource(loader);
    finish('en');
    const prose = await adding;
    const seen: string[] = [];
    i18n.subscribe(() => seen.push(`${i18n.language} ${i18n.t('theme.dark')} ${prose.value}`));

    const switching = i18n.setLanguage('zh-Hans');
    await turn();
    expect([i18n.language, prose.value, seen]).toEqual(['en', 'en', []]);
    finish('zh-Hans');
    await switching;
    expect(seen).toEqual(['zh-Hans 深色 zh-Hans']);
  });

  it('is replaced by a later one', async () => {
    const i18n = await createI18n('en');
    const { loader, finish } = slow();
    const adding = i18n.addResource(loader);
    finish('en');
    await adding;
    const first = i18n.setLanguage('zh-Hans');
    const second = i18n.setLanguage('zh-Hant');
    await turn();
    finish('zh-Hant');
    await second;
    finish('zh-Hans');
    await first;
    expect(i18n.language).toBe('zh-Hant');
  });

  it('waits for a resource that is added meanwhile', async () => {
    const i18n = await createI18n('en');
    const { loader, finish } = slow();
    const switching = i18n.setLanguage('zh-Hans');
    const adding = i18n.addResource(loader);
    finish('en');
    const prose = await adding;
    await turn();
    finish('zh-Hans');
    await switching;
    expect(prose.value).toBe('zh-Hans');
  });

  it('that fails keeps the old language and can be retried', async () => {
    const i18n = await createI18n('en');
    const loader = vi.fn(async (language: Language) => {
      if (loader.mock.calls.length === 2) throw new Error('offline');
      return language;
    });
    const prose = await i18n.addResource(loader);
    await expect(i18n.setLanguage('zh-Hans')).rejects.toThrow('offline');
    expect([i18n.language, prose.value, i18n.t('theme.dark')]).toEqual(['en', 'en', 'Dark']);
    await i18n.setLanguage('zh-Hans');
    expect([i18n.language, prose.value]).toEqual(['zh-Hans', 'zh-Hans']);
  });

  it('loads each language once, and nothing for released resources', async () => {
    const i18n = await createI18n('en');
    const loader = vi.fn(async (language: Language) => language);
    const prose = await i18n.addResource(loader);
    await i18n.setLanguage('zh-Hans');
    await i18n.setLanguage('en');
    expect(loader.mock.calls).toEqual([['en'], ['zh-Hans']]);
    prose.release();
    await i18n.setLanguage('zh-Hant');
    expect(loader).toHaveBeenCalledTimes(2);
  });

  it('loads nothing for a resource whose first load failed', async () => {
    const i18n = await createI18n('en');
    const loader = vi.fn(async () => {
      throw new Error('offline');
    });
    await expect(i18n.addResource(loader)).rejects.toThrow('offline');
    await i18n.setLanguage('zh-Hans');
    expect(i18n.language).toBe('zh-Hans');
    expect(loader).toHaveBeenCalledOnce();
  });

  it('notifies a listener until it is removed', async () => {
    const i18n = await createI18n('en');
    const listener = vi.fn();
    const leave = i18n.subscribe(listener);
    await i18n.setLanguage('en');
    expect(listener).not.toHaveBeenCalled();
    leave();
    await i18n.setLanguage('zh-Hans');
    expect(listener).not.toHaveBeenCalled();
  });
});
