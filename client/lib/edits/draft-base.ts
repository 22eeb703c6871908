import { readDraft, writeDraft } from '#client/lib/drafts.ts'

import { changedFields } from './merge.ts'
import type { Base } from './saving.ts'

/** Stored with the draft: the version it started from, which the merge needs to find out who changed what. */
const baseName = (draft: string) => `${draft}-base`

export const storeBase = <E>(draft: string, base: Base<E>) => writeDraft(baseName(draft), base)

/** The version that the stored draft started from; undefined without a draft. */
export function storedBase<E>(draft: string): Base<E> | undefined {
  if (!readDraft(draft)) return undefined
  const { version, edit } = readDraft<Base<E>>(baseName(draft)) ?? {}
  return version === undefined || edit === undefined ? undefined : { version, edit }
}

/** Paths of the fields with unsaved changes. @param valuesOf converts an edit to the form's values */
export function unsavedFields(draft: string, valuesOf: (edit: never) => object) {
  const [typed, base] = [readDraft<object>(draft), storedBase<never>(draft)]
  if (!typed || !base) return []
  const started = valuesOf(base.edit)
  return changedFields(started, { ...started, ...typed })
}
