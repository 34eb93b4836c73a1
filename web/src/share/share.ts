// SPDX-License-Identifier: MIT
// This file is long because one dialog contains all options of a lesson for students, and a preview of that lesson.
import type { Prose } from '*.md';
import { html, nothing, type PropertyValues } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import '../components/code-panel.ts';
import { type HeadChoice, renderChoice } from '../components/head-choice.ts';
import { properties } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { PALETTES } from '../components/palettes.ts';
import { SheetElement } from '../components/sheet.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { type Language, languageNames, languages } from '../i18n/languages.ts';
import { loadWritten } from '../i18n/load-file.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { STANDARD_NAMES, STANDARDS, type Standard } from '../platforms/standards.ts';
import { siteRoot } from '../state/address.ts';
import type messages from './messages.en.json';
import css from './share.css?inline';
import {
  fileAddress,
  frameAddress,
  isPreset,
  presentStep,
  SHOWN,
  type Sharing,
  SNIPPETS,
  snippet,
  startStep,
} from './snippets.ts';

const SHARE = 'share';
const FILES = import.meta.glob<{ default: Catalogue }>('./messages.*.json');
const loadTexts = (language: Language) =>
  loadWritten(FILES, language, (of) => `./messages.${of}.json`);

const THEMES = ['auto', 'light', 'dark'] as const;
const ACCESS = ['free', 'locked', 'hidden'] as const;
type Access = (typeof ACCESS)[number];

/** A dialog in which teachers select the parts of a lesson that students see, and copy a link or an HTML snippet. */
export class Share extends SheetElement {
  static override css = `${SheetElement.css}${css}`;
  static override properties = properties(
    'lesson',
    'state',
    'prose',
    'isOpen',
    'access',
    'asked',
    'mayReveal',
    'show',
    'range',
    'language',
    'theme',
    'palette',
    'digits',
    'reports',
  );

  declare lesson: Lesson<unknown>;
  declare state: unknown;
  declare prose: Prose;
  protected isOpen = false;
  /** The fields that teachers have hidden or locked for students. */
  declare protected access: ReadonlyMap<string, Access>;
  declare protected asked: readonly string[];
  declare protected mayReveal: boolean;
  declare protected show: Sharing['show'];
  declare protected range: Sharing['range'];
  declare protected language: string;
  protected theme: Sharing['theme'] = 'auto';
  protected palette: Sharing['palette'] = 'auto';
  protected digits: Digits = USUAL_DIGITS;
  protected reports = false;

  readonly #saving = new Loading(this);
  #retry: () => unknown = () => undefined;

  constructor() {
    super();
    this.addEventListener('close', this.#onClose, { capture: true });
  }

  /**
   * Opens the dialog after loading its texts.
   * @throws if the texts cannot be loaded
   */
  async open(): Promise<void> {
    const { i18n } = this.texts;
    await i18n.addCatalogue(SHARE, loadTexts);
    this.language ??= i18n.language;
    this.isOpen = true;
    await this.updateComplete;
    this.showSheet();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('lesson')) return;
    this.access = new Map();
    this.asked = [];
    this.mayReveal = true;
    this.show = 'lesson';
    this.range = [1, this.#steps.length];
  }

  protected override render() {
    if (!this.isOpen) return nothing;
    return this.renderSheet({
      id: 'share-title',
      title: this.#t('title'),
      content: html`
        <div class="share">
          <div class="share-choices">${this.#renderChoices()}</div>
          <div class="share-result">${this.#renderResult()}</div>
        </div>`,
    });
  }

  get #t() {
    return this.texts.i18n.translator<typeof messages>(SHARE);
  }

  get #sharing(): Sharing {
    const { lesson, language, theme, palette, digits, mayReveal, show, range, reports } = this;
    return {
      ...{ lesson: lesson.id, title: this.prose.title, params: lesson.writeLink(this.state) },
      ...{ steps: this.#steps, fields: lesson.fields, ask: this.asked, mayReveal, show, range },
      ...{ hidden: this.#with('hidden'), locked: this.#with('locked') },
      ...{ language, theme, palette, digits, reports },
    };
  }

  get #steps(): readonly string[] {
    return this.lesson.steps ?? [];
  }

  #with(wanted: Access): readonly string[] {
    return this.lesson.fields.filter((field) => (this.access.get(field) ?? 'free') === wanted);
  }

  #heading(step: string): string {
    return this.prose.sections[step]?.heading ?? this.prose.title;
  }

  get #present(): string {
    return this.#heading(presentStep(this.#sharing));
  }

  #renderChoices() {
    const { fields, questions } = this.lesson;
    return html`
      ${this.#renderStart()} ${this.#renderShown()}
      ${questions.length === 0 ? nothing : this.#renderQuestions()}
      ${fields.length === 0 ? nothing : this.#renderFields()}
      ${this.#renderLooks()}
      <p class="hint">${this.#t('stored')}</p>`;
  }

  /** A hint that names the step that students see first. It can differ from the current step. */
  #renderStart() {
    const t = this.#t;
    const start = startStep(this.#sharing);
    const key = start === presentStep(this.#sharing) ? 'hint' : 'begin';
    return html`<p class="hint">${t(key, { step: this.#heading(start) })}</p>`;
  }

  #renderShown() {
    const t = this.#t;
    return html`
      <fieldset>
        <legend>${t('show')}</legend>
        ${SHOWN.map(
          (show) => html`
            <label class="share-check">
              <input type="radio" name="share-show" .checked=${live(show === this.show)}
                @change=${() => Object.assign(this, { show })} />
              <span>${t(`shows.${show}`, { step: this.#present })}</span>
            </label>
            ${show === 'steps' && this.show === show ? this.#renderRange() : nothing}`,
        )}
      </fieldset>`;
  }

  #renderRange() {
    const t = this.#t;
    const [first, last] = this.range;
    const numbers = this.#steps.map((_, i) => `${i + 1}`);
    const name = (number: string) =>
      `${number} · ${this.#heading(this.#steps[Number(number) - 1] ?? '')}`;
    return html`
      <div class="share-range">
        ${renderSelect(t('first'), numbers, `${first}`, {
          name,
          onChoice: (number) => {
            this.range = [Number(number), Math.max(Number(number), last)];
          },
        })}
        ${renderSelect(t('last'), numbers, `${last}`, {
          name,
          onChoice: (number) => {
            this.range = [Math.min(Number(number), first), Number(number)];
          },
        })}
      </div>`;
  }

  #renderQuestions() {
    const t = this.#t;
    const button = this.texts.i18n.t('predict.show');
    return html`
      <fieldset>
        <legend>${t('questions')}</legend>
        <p>${t('ask')}</p>
        <div class="share-asked">
          ${this.lesson.questions.map((id) =>
            renderCheck(this.#heading(id), this.asked.includes(id), () => this.#toggle(id)),
          )}
        </div>
        ${renderCheck(t('reveal', { button }), this.mayReveal, (mayReveal) => Object.assign(this, { mayReveal }))}
        ${renderCheck(t('report'), this.reports, (reports) => Object.assign(this, { reports }))}
      </fieldset>`;
  }

  #renderFields() {
    const t = this.#t;
    const { i18n } = this.texts;
    const [locked, hidden] = [this.#with('locked').length, this.#with('hidden').length];
    return html`
      <details>
        <summary>${t('controls')} <span class="share-told">${locked + hidden === 0 ? t('everything') : t('fixed', { locked, hidden })}</span></summary>
        <div class="share-all">
          ${ACCESS.map(
            (access) => html`
              <button type="button" class="quiet" @click=${() => this.#setAll(access)}>${t(`all.${access}`)}</button>`,
          )}
        </div>
        <div class="share-fields">
          ${this.lesson.fields.map((field) =>
            renderSelect(
              this.lesson.fieldLabel(field, i18n),
              ACCESS,
              this.access.get(field) ?? 'free',
              {
                name: (access) => t(`access.${access}`),
                onChoice: (access) => {
                  this.access = new Map(this.access).set(field, access);
                },
              },
            ),
          )}
        </div>
      </details>`;
  }

  #renderLooks() {
    const t = this.#t;
    const { t: shared } = this.texts.i18n;
    const nameOf = (language: string) =>
      language === '' ? t('automatic') : (languageNames[language as Language] ?? language);
    return html`
      <details>
        <summary>${t('looks')} <span class="share-told">${nameOf(this.language)}</span></summary>
        <div class="share-fields">
          ${this.#renderLook('language', t('language'), ['', ...languages], nameOf)}
          ${this.#renderLook('theme', t('theme'), THEMES, (theme) =>
            theme === 'auto' ? t('automatic') : t(`themes.${theme}`),
          )}
          ${this.#renderLook(
            'palette',
            shared('palette.label'),
            ['auto', ...PALETTES] as const,
            (palette) => (palette === 'auto' ? t('automatic') : shared(`palette.${palette}`)),
          )}
          ${this.#renderLook('digits', shared('digits.label'), DIGITS, (digits) => shared(`digits.${digits}`))}
        </div>
      </details>`;
  }

  #renderLook<Name extends 'language' | 'theme' | 'palette' | 'digits'>(
    look: Name,
    label: string,
    options: readonly Sharing[Name][],
    name: (option: Sharing[Name]) => string,
  ) {
    const chosen = this.#sharing[look];
    const onChoice = (option: Sharing[Name]) => Object.assign(this, { [look]: option });
    return renderSelect(label, options, chosen, { name, onChoice });
  }

  #renderResult() {
    const t = this.#t;
    const sharing = this.#sharing;
    const base = siteRoot();
    const tabs = SNIPPETS.map((id) => {
      const lines = snippet(id, sharing, base).split('\n');
      const code = lines.map((text, i) => ({
        number: i + 1,
        tokens: [[text]] as const,
        terms: [],
      }));
      return { id, label: t(`snippet.${id}`), parts: [{ lines: code }] };
    });
    const file = `${base}${fileAddress(sharing)}`;
    const src = `${base}${frameAddress({ ...sharing, reports: false })}`;
    return html`
      <al-code-panel .label=${t('snippets')} .tabs=${tabs}></al-code-panel>
      <p class="hint">${t(isPreset(sharing) ? 'presetLink' : 'plainLink')}</p>
      <p class="hint">
        ${t('which')}
        <a href=${file} download>${t('file', { file: file.replace(/^.*\//, '') })}</a>
      </p>
      <div class="share-packages">
        <span class="hint">${t('package')}</span>
        ${STANDARDS.map((standard) => html`<button type="button" @click=${() => this.#save(standard)}>${STANDARD_NAMES[standard]}</button>`)}
      </div>
      ${this.#saving.render(this.texts.i18n, this.#retry)}
      <p class="share-preview-head">
        <strong>${t('preview')}</strong>
        <a href=${src} target="_blank" rel="noopener">${t('open')}</a>
      </p>
      ${keyed(src, html`<iframe class="share-preview" title=${t('previewOf', { title: this.prose.title })} src=${src}></iframe>`)}`;
  }

  // Few teachers need a package, so its code is imported on demand.
  async #save(standard: Standard): Promise<void> {
    this.#retry = () => this.#save(standard);
    const sharing = this.#sharing;
    const language = sharing.language || this.texts.i18n.language;
    await this.#saving.run(async () => {
      const { savePackage } = await import('./platform-file.ts');
      await savePackage(sharing, standard, language, siteRoot());
    });
  }

  #setAll(access: Access): void {
    this.access = new Map(this.lesson.fields.map((field) => [field, access]));
  }

  #toggle(id: string): void {
    const { questions } = this.lesson;
    this.asked = questions.filter((one) => this.asked.includes(one) !== (one === id));
  }

  // Removes the content of the closed dialog, including the preview, which is a running lesson.
  readonly #onClose = (): void => {
    this.isOpen = false;
  };
}

const renderSelect = <Option extends string>(
  label: string,
  options: readonly Option[],
  chosen: Option,
  parts: Pick<HeadChoice<Option>, 'name' | 'onChoice'>,
) => renderChoice({ kind: 'share-select', isLabelled: true, label, options, chosen, ...parts });

const renderCheck = (label: string, checked: boolean, onChange: (checked: boolean) => void) => html`
  <label class="share-check">
    <input type="checkbox" .checked=${live(checked)}
      @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)} />
    <span>${label}</span>
  </label>`;

customElements.define('al-share', Share);
