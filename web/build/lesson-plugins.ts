// SPDX-License-Identifier: MIT
import type { Plugin } from 'vite';
import { code } from './code.ts';
import { withLessonNames } from './lesson-names.ts';
import { plainImports } from './plain-imports.ts';
import { prose } from './prose.ts';
import { untranslated } from './with-english.ts';

export const textPlugins = (): Plugin[] => [prose(), untranslated(), withLessonNames()];

/** The plug-ins that compile texts, names and code of the lessons. Every build needs them. */
export const lessonPlugins = (): Plugin[] => [...textPlugins(), code(), plainImports()];
