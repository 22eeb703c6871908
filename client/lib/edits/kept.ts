import { readDraft, writeDraft } from '#client/lib/drafts.ts'

import { changedFields } from './merge.ts'
import type { Base } from './saving.ts'

/** Beside the draft: what it started from, without which nobody could tell who changed what. */
const baseName = (draft: string) => `${draft}-base`

export const keepBase = <E>(draft: string, base: Base<E>) => writeDraft(baseName(draft), base)

/** What the kept draft started from; undefined while none is kept. */
export const keptBase = <E>(draft: string) =>
  readDraft(draft) ? (readDraft<Base<E>>(baseName(draft)) as Base<E> | undefined) : undefined

/** Fields typed in and not saved, by their paths in the form. @param valuesOf the edit as the form holds it */
export function unsavedFields(draft: string, valuesOf: (edit: never) => object) {
  const [typed, base] = [readDraft<object>(draft), keptBase<never>(draft)]
  if (!typed || !base) return []
  const started = valuesOf(base.edit)
  return changedFields(started, { ...started, ...typed })
}
