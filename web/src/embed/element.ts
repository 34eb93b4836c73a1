// SPDX-License-Identifier: MIT
import { pageReload } from '../device/reload.ts';
import type { EngineOptions } from '../engine/index.ts';
import type { AttentionLabElement, LabData, LabEvents } from './api.ts';
import { settingsFrom } from './attributes.ts';
import type * as PlayerModule from './player.ts';
import css from './shell.css?inline';

const TEXTS = import.meta.glob<{ load: string; retry: string }>('./messages.*.json', {
  eager: true,
  import: 'default',
});

/** What comes near enough to the window to be loaded. */
const NEAR = '400px 0px';

// A server that renders pages imports the module too, and has no elements.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

type Module = typeof PlayerModule;

/** The number of times that loading the player failed. */
let failures = 0;

/** One for all elements of a page, also where two copies of this module were loaded. */
const shared = globalThis as { [PLAYER]?: Promise<Module> | undefined };
const PLAYER = Symbol.for('attention-lab.player');

const STATE_ATTRIBUTES = [
  'lesson',
  'lang',
  'theme',
  'palette',
  'digits',
  'state',
  'controls',
  'locked',
  'ask',
  'show',
  'beats',
] as const;

/**
 * The element `attention-lab`, of which this is only the shell: what it plays is loaded when it is wanted.
 * @fires ready, state-change, experiment-result, question-result, error  as `LabEvents` says
 */
export class AttentionLab extends Base implements AttentionLabElement {
  static readonly observedAttributes: readonly string[] = [
    ...STATE_ATTRIBUTES,
    'loading',
    'asset-base',
  ];

  /** Loads the player; a build that holds everything in one file sets its own. */
  static loadPlayer: (assetBase: string) => Promise<Module> = (assetBase) => {
    const base = assetBase === '' ? AttentionLab.ownBase : baseUrl(assetBase);
    // Firefox and WebKit cache a failed module by its address, so another address is tried. A bundler may have renamed
    // the file, so every other attempt uses the bundler's own address.
    const isAgain = failures % 2 === 1;
    if (base === undefined || (assetBase === '' && !isAgain)) return import('./player.ts');
    const url = new URL('player.js', base);
    if (isAgain) url.searchParams.set('again', String(failures));
    return import(/* @vite-ignore */ url.href);
  };

  /** The folder of this module, which also contains the player. */
  static ownBase: string | undefined;

  /** The module's bytes or address, for builds that keep it elsewhere. */
  static engine: EngineOptions | undefined;

  #player: PlayerModule.Player | undefined;
  #isStarted = false;
  #near: IntersectionObserver | undefined;
  /** A state that was set before there was a player. */
  #early: string | undefined;

  connectedCallback(): void {
    this.#takeEarlyProperties();
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#near?.disconnect();
    this.#near = undefined;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    // One that could not be loaded may be mended by any of them.
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

  get lesson(): string {
    return this.#read('lesson');
  }
  set lesson(value: string) {
    this.#write('lesson', value);
  }

  get theme(): string {
    return this.#read('theme');
  }
  set theme(value: string) {
    this.#write('theme', value);
  }

  get palette(): string {
    return this.#read('palette');
  }
  set palette(value: string) {
    this.#write('palette', value);
  }

  get digits(): string {
    return this.#read('digits');
  }
  set digits(value: string) {
    this.#write('digits', value);
  }

  get state(): string {
    return this.#read('state');
  }
  set state(value: string) {
    this.#write('state', value);
  }

  get controls(): string {
    return this.#read('controls');
  }
  set controls(value: string) {
    this.#write('controls', value);
  }

  get locked(): string {
    return this.#read('locked');
  }
  set locked(value: string) {
    this.#write('locked', value);
  }

  get ask(): string {
    return this.#read('ask');
  }
  set ask(value: string) {
    this.#write('ask', value);
  }

  get show(): string {
    return this.#read('show');
  }
  set show(value: string) {
    this.#write('show', value);
  }

  get beats(): string {
    return this.#read('beats');
  }
  set beats(value: string) {
    this.#write('beats', value);
  }

  get loading(): string {
    return this.#read('loading');
  }
  set loading(value: string) {
    this.#write('loading', value);
  }

  get assetBase(): string {
    return this.#read('asset-base');
  }
  set assetBase(value: string) {
    this.#write('asset-base', value);
  }

  #read(name: string): string {
    return this.getAttribute(name) ?? '';
  }

  /** Null and undefined take an attribute away, as frameworks mean them to. */
  #write(name: string, value: unknown): void {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }

  get #settings() {
    const page = this.parentElement?.closest('[lang]')?.getAttribute('lang') ?? '';
    return settingsFrom((name) => this.getAttribute(name), [page, ...navigator.languages]);
  }

  /** What a framework set before the element was defined hides the accessors. */
  #takeEarlyProperties(): void {
    for (const name of [...STATE_ATTRIBUTES, 'loading', 'assetBase'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Partial<AttentionLab>)[name];
      this[name] = value;
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
      // What was asked for meanwhile.
      this.#player.settings = this.#settings;
    } catch {
      this.#fail(root);
    }
  }

  /** What stands between the tags is seen until the lesson is there. */
  #shadow(): { root: ShadowRoot; slot: HTMLSlotElement } {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const slot = root.querySelector('slot') ?? root.appendChild(document.createElement('slot'));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    return { root, slot };
  }

  #fail(root: ShadowRoot): void {
    this.#isStarted = false;
    const language = this.#settings.language;
    const { load: message = '', retry = '' } = TEXTS[`./messages.${language}.json`] ?? {};
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
    this.#send('error', { kind: 'load', message, problems: [] });
  }

  #send<Name extends keyof LabEvents>(name: Name, detail: LabEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** A folder's address, with or without its last slash, from the page or in full. */
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

/** Makes the element known to the page, once. Under a server, which has no elements, it does nothing. */
export function defineAttentionLab(): void {
  if (!('customElements' in globalThis)) return;
  if (customElements.get('attention-lab') === undefined)
    customElements.define('attention-lab', AttentionLab);
}
