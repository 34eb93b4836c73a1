// SPDX-License-Identifier: MIT
import type { I18n } from '../i18n/i18n.ts';
import { shortened } from '../i18n/shortened.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { unknownFields, unknownQuestions } from './access.ts';
import type { LabErrorDetail } from './api.ts';
import type { PlayerSettings } from './attributes.ts';
import { partOf } from './part.ts';

/** An attribute value that does not match the lesson. */
export interface Mismatch {
  readonly kind: LabErrorDetail['kind'];
  readonly text: string;
}

export function mismatches(
  settings: PlayerSettings,
  lesson: Lesson<unknown>,
  { t, list }: I18n,
): readonly Mismatch[] {
  const [fields, questions] = [list(lesson.fields), list(lesson.questions)];
  const { show, steps } = settings;
  const parts = { show: shortened(show), steps: shortened(steps), last: lesson.steps?.length ?? 0 };
  return [
    ...unknownFields(settings, lesson.fields).map((field) => ({
      kind: 'field' as const,
      text: t('embed.unknownField', { field: shortened(field), fields }),
    })),
    ...unknownQuestions(settings, lesson.questions).map((question) => ({
      kind: 'question' as const,
      text: t('embed.unknownQuestion', { question: shortened(question), questions }),
    })),
    ...partOf(settings, lesson).problems.map((problem) => ({
      kind: 'part' as const,
      text: t(`embed.${problem}`, parts),
    })),
  ];
}
