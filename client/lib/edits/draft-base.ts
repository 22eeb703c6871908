import { hasDraft, readDraft, writeDraft } from '#client/lib/storage/drafts.ts'
import { isObject } from '#client/lib/storage/storage.ts'
import { isCount, shape } from '#client/lib/storage/stored-shapes.ts'

import { changedFields } from './merge.ts'
import type { Base } from './saving.ts'

/** Stored with the draft: the version it started from, which the merge needs to find out who changed what. */
const baseName = (draft: string) => `${draft}-base`

export const storeBase = <E>(draft: string, base: Base<E>) => writeDraft(baseName(draft), base)

/** The version that the stored draft started from; undefined without a draft. */
export function storedBase<E extends object>(draft: string): Base<E> | undefined {
  if (!hasDraft(draft)) return undefined
  const base = readDraft(baseName(draft))
  return isBase<E>(base) ? base : undefined
}

const isBase = <E extends object>(value: unknown): value is Base<E> =>
  shape<Base<object>>({ version: isCount, edit: isObject })(value)

/** Paths of the fields with unsaved changes. @param valuesOf converts an edit to the form's values */
export function unsavedFields(draft: string, valuesOf: (edit: never) => object) {
  const [typed, base] = [readDraft(draft), storedBase<never>(draft)]
  if (!typed || !base) return []
  const started = valuesOf(base.edit)
  return changedFields(started, { ...started, ...typed })
}
