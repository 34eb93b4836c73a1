// SPDX-License-Identifier: MIT
import { pageReload } from '../device/reload.ts';
import type { EngineOptions } from '../engine/index.ts';
import type { AttentionLabElement, LabData, LabEvents } from './api.ts';
import { SETTINGS, settingsFrom } from './attributes.ts';
import css from './element.css?inline';
import type * as PlayerModule from './player.ts';

const TEXTS = import.meta.glob<{ load: string; policy: string; retry: string }>(
  './messages.*.json',
  {
    eager: true,
    import: 'default',
  },
);

/** Whether the page's Content Security Policy forbids the Trusted Types policy that lit-html creates. */
let isUntrusted = false;
globalThis.document?.addEventListener('securitypolicyviolation', ({ blockedURI, sample }) => {
  if (blockedURI === 'trusted-types-policy' && sample === 'lit-html') isUntrusted = true;
});

/** The distance from the viewport at which lazy elements start to load, as a `rootMargin` of IntersectionObserver. */
const NEAR = '400px 0px';

type Module = typeof PlayerModule;

let failures = 0;

/** The player module is stored in a global, so that a page with two copies of this module loads the player once. */
const shared = globalThis as { [PLAYER]?: Promise<Module> | undefined };
const PLAYER = Symbol.for('attention-lab.player');

const STATE_ATTRIBUTES = ['lesson', 'state', ...SETTINGS] as const;

/** The properties of the class. `lang` is omitted, because HTMLElement has this property. */
const PROPERTIES = [...STATE_ATTRIBUTES, 'loading', 'assetBase'].filter((name) => name !== 'lang');
type Properties = Record<
  Exclude<(typeof STATE_ATTRIBUTES)[number], 'lang'> | 'loading' | 'assetBase',
  string
>;

// On servers that pre-render pages, HTMLElement does not exist, so another base class is used.
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & Properties;

/**
 * The custom element `attention-lab`. On demand, it loads the player, which contains all code that renders lessons.
 * @fires ready, state-change, question-result, error see `LabEvents`
 */
export class AttentionLab extends Base implements AttentionLabElement {
  static readonly observedAttributes: readonly string[] = [
    ...STATE_ATTRIBUTES,
    'loading',
    'asset-base',
  ];

  static {
    for (const name of PROPERTIES) {
      const attribute = name === 'assetBase' ? 'asset-base' : name;
      Object.defineProperty(AttentionLab.prototype, name, {
        configurable: true,
        get(this: AttentionLab) {
          return this.getAttribute(attribute) ?? '';
        },
        // Null and undefined remove the attribute, as frameworks expect.
        set(this: AttentionLab, value: unknown) {
          if (value === null || value === undefined) this.removeAttribute(attribute);
          else this.setAttribute(attribute, String(value));
        },
      });
    }
  }

  static loadPlayer: (assetBase: string) => Promise<Module> = (assetBase) => {
    const base = assetBase === '' ? AttentionLab.ownBase : baseUrl(assetBase);
    // Firefox and WebKit cache a failed import of a URL, so the second, fourth, … attempt adds a parameter to the URL.
    // But a bundler may have renamed player.js. So without `assetBase`, the other attempts import './player.ts', which
    // bundlers rewrite.
    const isAgain = failures % 2 === 1;
    if (base === undefined || (assetBase === '' && !isAgain)) return import('./player.ts');
    const url = new URL('player.js', base);
    if (isAgain) url.searchParams.set('again', String(failures));
    return import(/* @vite-ignore */ url.href);
  };

  /** The URL of the folder with attention-lab.js and player.js. Undefined if another module defines the element. */
  static ownBase: string | undefined;

  /** Engine options with the bytes or the URL of the WebAssembly module. Undefined for the module of this package. */
  static engine: EngineOptions | undefined;

  #player: PlayerModule.Player | undefined;
  #isStarted = false;
  #near: IntersectionObserver | undefined;
  /** The style sheet of the shadow root, and the document for which it was created. */
  #sheet: CSSStyleSheet | undefined;
  #styled: Document | undefined;
  /** The last state that `setState` received before the player was loaded. */
  #early: string | undefined;

  connectedCallback(): void {
    this.#takeEarlyProperties();
    // A move to another document removes the style sheets of the shadow root, so they are added again.
    if (this.shadowRoot) this.#shadow();
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#near?.disconnect();
    this.#near = undefined;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    // Without a player, a changed attribute starts another attempt to load it. The change may have fixed the failure.
    if (this.#player) this.#player.settings = this.#settings;
    else this.#begin();
  }

  getState(): string {
    return this.#player?.state ?? this.#early ?? this.state;
  }

  setState(state: string): void {
    if (this.#player) this.#player.show(String(state));
    else this.#early = String(state);
  }

  reset(): void {
    this.setState(this.state);
  }

  exportData(): LabData | undefined {
    return this.#player?.data;
  }

  get #settings() {
    const page = this.parentElement?.closest('[lang]')?.getAttribute('lang') ?? '';
    return settingsFrom((name) => this.getAttribute(name), [page, ...navigator.languages]);
  }

  /** A property that was set before the element was defined hides the accessor of the class, so it is set again. */
  #takeEarlyProperties(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #begin(): void {
    if (this.#isStarted || !this.isConnected) return;
    this.#near?.disconnect();
    this.#near = undefined;
    if (this.loading !== 'lazy') {
      void this.#start();
      return;
    }
    this.#near = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#start();
      },
      { rootMargin: NEAR },
    );
    this.#near.observe(this);
  }

  async #start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#near?.disconnect();
    const { root, slot } = this.#shadow();
    root.querySelector('.failure')?.remove();
    try {
      const { startPlayer } = await loadOnce(this.assetBase);
      this.#player = await startPlayer(
        {
          root,
          engine: AttentionLab.engine,
          report: (name, detail) => {
            if (name === 'ready') slot.hidden = true;
            this.#send(name, detail);
          },
        },
        this.#settings,
      );
      if (this.#early !== undefined) this.#player.show(this.#early);
      // The attributes may have changed while the player was loading.
      this.#player.settings = this.#settings;
    } catch {
      // The event that sets `isUntrusted` may fire after the failure. So the failure is reported in a later task.
      await new Promise((resolve) => setTimeout(resolve));
      this.#fail(root);
    }
  }

  /** Creates the shadow root, if needed. Its slot shows the element's own content until the lesson is rendered. */
  #shadow(): { root: ShadowRoot; slot: HTMLSlotElement } {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const slot = root.querySelector('slot') ?? root.appendChild(document.createElement('slot'));
    if (!this.#sheet || this.#styled !== this.ownerDocument) {
      this.#styled = this.ownerDocument;
      this.#sheet = new (this.#styled.defaultView ?? window).CSSStyleSheet();
      this.#sheet.replaceSync(css);
    }
    if (!root.adoptedStyleSheets.includes(this.#sheet))
      root.adoptedStyleSheets = [this.#sheet, ...root.adoptedStyleSheets];
    return { root, slot };
  }

  #fail(root: ShadowRoot): void {
    this.#isStarted = false;
    const language = this.#settings.language;
    const {
      load = '',
      policy = '',
      retry = '',
    } = TEXTS[`./messages.${language}.json`] ?? TEXTS['./messages.en.json'] ?? {};
    const message = isUntrusted ? policy : load;
    const notice = document.createElement('div');
    notice.className = 'failure';
    notice.lang = language;
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.textContent = message;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = retry;
    button.addEventListener('click', pageReload() ?? (() => void this.#start()));
    notice.append(text, button);
    root.append(notice);
    this.#send('error', { kind: isUntrusted ? 'policy' : 'load', message, problems: [] });
  }

  #send<Name extends keyof LabEvents>(name: Name, detail: LabEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** @param base  the URL of a folder: absolute or relative to the page, with or without a slash at its end */
const baseUrl = (base: string): URL =>
  new URL(base.endsWith('/') ? base : `${base}/`, document.baseURI);

function loadOnce(assetBase: string): Promise<Module> {
  shared[PLAYER] ??= AttentionLab.loadPlayer(assetBase).catch((error) => {
    failures += 1;
    shared[PLAYER] = undefined;
    throw error;
  });
  return shared[PLAYER];
}

/** Registers the custom element. Repeated calls have no effect, nor do calls on a server without custom elements. */
export function defineAttentionLab(): void {
  if (!('customElements' in globalThis)) return;
  if (customElements.get('attention-lab') === undefined)
    customElements.define('attention-lab', AttentionLab);
}
