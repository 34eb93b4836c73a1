// SPDX-License-Identifier: MIT
// All of an embed but its shell. It is a module of its own, so that a page that only may show a lesson loads little.
import { forgoStore } from '../device/store.ts';
import type { EngineOptions } from '../engine/index.ts';
import { createI18n } from '../i18n/i18n.ts';
import type { LabEvents } from './api.ts';
import type { PlayerSettings } from './attributes.ts';
import { sharedEngine } from './engines.ts';
import { offerMathFont } from './math-font.ts';
import { Player } from './player-element.ts';

export type { Player } from './player-element.ts';

/** Where a player lives, and what it lives on. */
export interface PlayerHost {
  /** A shadow root, so that host and player wear each their own styles. */
  readonly root: ShadowRoot;
  /** The module's bytes or address; the player's own copy unless given. */
  readonly engine?: EngineOptions | undefined;
  readonly report: <Name extends keyof LabEvents>(name: Name, detail: LabEvents[Name]) => void;
}

/**
 * Puts a lesson into a shadow root. From then on nothing is kept on the device.
 * @throws where the language's texts cannot be loaded
 */
export async function startPlayer(
  { root, engine, report }: PlayerHost,
  settings: PlayerSettings,
): Promise<Player> {
  forgoStore();
  offerMathFont();
  offerOwnRem();
  const i18n = await createI18n(settings.language, settings.digits);
  const player = new Player({ i18n, loadEngine: () => sharedEngine(engine), report }, settings);
  root.append(player);
  return player;
}

let isRemOffered = false;

/** As a length of the embed's root, whatever the font size below it. */
function offerOwnRem(): void {
  if (isRemOffered) return;
  isRemOffered = true;
  CSS.registerProperty({
    name: '--al-rem',
    syntax: '<length>',
    inherits: true,
    initialValue: '16px',
  });
}
