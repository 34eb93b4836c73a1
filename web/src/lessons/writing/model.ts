// SPDX-License-Identifier: MIT
// The model that the lesson uses: the model of the course, or one that the reader has opened.
import type { Engine, Progress, TalesModel } from '../../engine/index.ts';
import { newListeners } from '../listeners.ts';

const loaded = new WeakMap<Engine, Promise<TalesModel>>();

/** Loads the model of the course, once for each engine. */
export function loadModel(engine: Engine, onProgress?: Progress): Promise<TalesModel> {
  const known = loaded.get(engine);
  if (known) return known;
  const loading = engine.talesModel({ ...(onProgress && { onProgress }) });
  loaded.set(engine, loading);
  loading.catch(() => loaded.delete(engine));
  return loading;
}

const listeners = newListeners();
/** Subscribes to changes of the model, and returns a function that unsubscribes. */
export const { follow } = listeners;

let own: TalesModel | undefined;

/** The model that the reader has opened. Undefined if there is none. */
export const ownModel = (): TalesModel | undefined => own;

/** Uses a model that the reader has opened, or the model of the course if `model` is undefined. */
export function useModel(model: TalesModel | undefined): void {
  own = model;
  listeners.tell();
}
