// SPDX-License-Identifier: MIT
// The part of the custom element that is loaded on demand. It contains everything that renders a lesson.
import { forgoStore } from '../device/store.ts';
import type { EngineOptions } from '../engine/index.ts';
import { createI18n } from '../i18n/i18n.ts';
import type { LabEvents } from './api.ts';
import type { PlayerSettings } from './attributes.ts';
import { sharedEngine } from './engines.ts';
import { Player } from './player-element.ts';

export type { Player } from './player-element.ts';

export interface PlayerHost {
  /** The shadow root in which the lesson is rendered. It protects the lesson from the styles of the host page. */
  readonly root: ShadowRoot;
  /** Options with the bytes or the URL of the WebAssembly module. By default, the player's own copy is used. */
  readonly engine?: EngineOptions | undefined;
  readonly report: <Name extends keyof LabEvents>(name: Name, detail: LabEvents[Name]) => void;
}

/**
 * Starts a lesson in a shadow root. It then stores nothing in the browser, because local storage belongs to the host
 * page's site.
 * @throws if the texts cannot be loaded
 */
export async function startPlayer(
  { root, engine, report }: PlayerHost,
  settings: PlayerSettings,
): Promise<Player> {
  forgoStore();
  const i18n = await createI18n(settings.language, settings.digits);
  const loadEngine = (trains: boolean) => sharedEngine(engine, trains);
  const player = new Player({ i18n, loadEngine, report }, settings);
  root.append(player);
  return player;
}
