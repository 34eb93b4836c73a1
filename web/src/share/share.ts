// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type PropertyValues } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../components/code-panel.ts';
import { type HeadChoice, renderChoice } from '../components/head-choice.ts';
import { PALETTES } from '../components/palettes.ts';
import { SheetElement } from '../components/sheet.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { type Language, languageNames, languages } from '../i18n/languages.ts';
import { loadWritten } from '../i18n/load-file.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { siteRoot } from '../state/address.ts';
import type messages from './messages.en.json';
import css from './share.css?inline';
import { fileAddress, frameAddress, SHOWN, type Sharing, SNIPPETS, snippet } from './snippets.ts';

const SHARE = 'share';
const FILES = import.meta.glob<{ default: Catalogue }>('./messages.*.json');
const loadTexts = (language: Language) =>
  loadWritten(FILES, language, (of) => `./messages.${of}.json`);

const THEMES = ['auto', 'light', 'dark'] as const;
const ACCESS = ['free', 'locked', 'hidden'] as const;
type Access = (typeof ACCESS)[number];

/** A dialog in which teachers configure a lesson and copy a link or an HTML snippet. */
export class Share extends SheetElement {
  static override css = `${SheetElement.css}${css}`;
  static override properties = {
    lesson: { attribute: false },
    state: { attribute: false },
    prose: { attribute: false },
    isOpen: { state: true },
    access: { state: true },
    asked: { state: true },
    show: { state: true },
    language: { state: true },
    theme: { state: true },
    palette: { state: true },
    digits: { state: true },
    reports: { state: true },
  };

  declare lesson: Lesson<unknown>;
  declare state: unknown;
  declare prose: Prose;
  declare protected isOpen: boolean;
  /** The fields that teachers have hidden or locked for students. */
  declare protected access: ReadonlyMap<string, Access>;
  declare protected asked: readonly string[];
  declare protected show: Sharing['show'];
  declare protected language: string;
  declare protected theme: Sharing['theme'];
  declare protected palette: Sharing['palette'];
  declare protected digits: Digits;
  declare protected reports: boolean;

  constructor() {
    super();
    this.isOpen = false;
    this.access = new Map();
    this.asked = [];
    this.show = 'lesson';
    this.theme = 'auto';
    this.palette = 'auto';
    this.digits = USUAL_DIGITS;
    this.reports = false;
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
    this.show = 'lesson';
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
    const { lesson, language, theme, palette, digits, asked: ask, show, reports } = this;
    const of = (wanted: Access) =>
      this.#fields.filter((field) => (this.access.get(field) ?? 'free') === wanted);
    const hidden = of('hidden');
    const shown = this.#fields.filter((field) => !hidden.includes(field));
    const controls = hidden.length > 0 ? shown : undefined;
    const params = lesson.writeLink(this.state);
    const locked = of('locked');
    const base = { lesson: lesson.id, title: this.prose.title, params };
    return { ...base, language, theme, palette, digits, controls, locked, ask, show, reports };
  }

  /** The heading of the step that is shared. */
  get #step(): string {
    const { steps = [] } = this.lesson;
    const step = this.lesson.writeLink(this.state).get('scene') ?? steps[0] ?? '';
    return this.prose.sections[step]?.heading ?? this.prose.title;
  }

  get #fields(): readonly string[] {
    return this.lesson.fields;
  }

  #renderChoices() {
    const t = this.#t;
    const { t: shared } = this.texts.i18n;
    const { questions } = this.lesson;
    return html`
      <p class="hint">${t('hint', { step: this.#step })}</p>
      <div class="share-looks">
        ${renderSelect(t('show'), SHOWN, this.show, {
          name: (show) => t(`shows.${show}`),
          onChoice: (show) => {
            this.show = show;
          },
        })}
        ${renderSelect(t('language'), ['', ...languages], this.language, {
          name: (language) =>
            language === '' ? t('automatic') : (languageNames[language as Language] ?? language),
          onChoice: (language) => {
            this.language = language;
          },
        })}
        ${renderSelect(t('theme'), THEMES, this.theme, {
          name: (theme) => (theme === 'auto' ? t('automatic') : t(`themes.${theme}`)),
          onChoice: (theme) => {
            this.theme = theme;
          },
        })}
        ${renderSelect(shared('palette.label'), ['auto', ...PALETTES] as const, this.palette, {
          name: (palette) => (palette === 'auto' ? t('automatic') : shared(`palette.${palette}`)),
          onChoice: (palette) => {
            this.palette = palette;
          },
        })}
        ${renderSelect(shared('digits.label'), DIGITS, this.digits, {
          name: (digits) => shared(`digits.${digits}`),
          onChoice: (digits) => {
            this.digits = digits;
          },
        })}
      </div>
      ${this.#renderFields()}
      ${questions.length === 0 ? nothing : this.#renderQuestions()}
      <label class="share-check">
        <input type="checkbox" .checked=${this.reports} @change=${this.#onReports} />
        <span>${t('report')}</span>
      </label>`;
  }

  #renderFields() {
    const t = this.#t;
    const { i18n } = this.texts;
    return html`
      <fieldset>
        <legend>${t('controls')}</legend>
        <div class="share-all">
          ${(['free', 'hidden'] as const).map(
            (access) => html`
              <button type="button" class="quiet" @click=${() => this.#setAll(access)}>${t(`all.${access}`)}</button>`,
          )}
        </div>
        <div class="share-fields">
          ${this.#fields.map((field) =>
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
      </fieldset>`;
  }

  #renderQuestions() {
    return html`
      <fieldset>
        <legend>${this.#t('ask')}</legend>
        ${this.lesson.questions.map(
          (id) => html`
            <label class="share-check">
              <input type="checkbox" .checked=${this.asked.includes(id)} @change=${() => this.#toggle(id)} />
              <span>${this.prose.sections[id]?.heading}</span>
            </label>`,
        )}
      </fieldset>`;
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
      <p class="hint">
        ${t('which')}
        <a href=${file} download>${t('file', { file: file.replace(/^.*\//, '') })}</a>
      </p>
      <h3>${t('preview')}</h3>
      ${keyed(src, html`<iframe class="share-preview" title=${t('previewOf', { title: this.prose.title })} src=${src}></iframe>`)}`;
  }

  #setAll(access: Access): void {
    this.access = new Map(this.#fields.map((field) => [field, access]));
  }

  #toggle(id: string): void {
    const { questions } = this.lesson;
    this.asked = questions.filter((one) => this.asked.includes(one) !== (one === id));
  }

  readonly #onReports = (event: Event): void => {
    this.reports = (event.target as HTMLInputElement).checked;
  };

  // When the dialog closes, its content is removed, because it contains a preview of the lesson that must be rendered
  // only while the dialog is open.
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

customElements.define('al-share', Share);
