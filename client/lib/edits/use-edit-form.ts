import { useEffect, useRef, useState } from 'react'

import { removeDraft } from '#client/lib/storage/drafts.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

import { storeBase, storedBase, unsavedFields } from './draft-base.ts'
import { type Base, EditConflict, save, type Saving } from './saving.ts'

interface Options<V extends object, E extends object, Saved> extends Saving<E, Saved> {
  /** The draft and the version it started from are stored under this name, so that they survive a reload. */
  draft: string
  /** The version on the server. */
  present: Base<E>
  /** Converts an edit to the form's values. @param typed the current values of the form, if any */
  valuesOf: (edit: E, typed?: V) => V
  /** Converts the values to the edit that is sent. Called only once `check` found no errors. */
  editOf: (values: V, base: E) => E
  check: (values: V, base: E) => FieldErrors
  /** Normalises the values before they are validated. */
  normalise?: ((values: V) => V) | undefined
  /** @returns the version on which the form is based from now on, if it stays open */
  onSaved: (saved: Saved) => Promise<Base<E> | void>
}

/** A form for something that others may be editing too. */
export function useEditForm<V extends object, E extends object, Saved>(options: Options<V, E, Saved>) {
  const { draft, present, valuesOf, editOf, check, normalise, onSaved } = options
  const [first] = useState(() => storedBase<E>(draft) ?? present)
  const [restored, setRestored] = useState(() => unsavedFields(draft, (edit: E) => valuesOf(edit)))
  const [conflict, setConflict] = useState<EditConflict<E>>()
  const base = useRef(first)
  const startFrom = (next: Base<E>) => {
    base.current = next
    storeBase(draft, next)
  }
  useEffect(() => void storeBase(draft, first), [draft, first])

  const form = useForm<V>({
    initial: valuesOf(present.edit),
    draft,
    normalise,
    check: (values) => check(values, base.current.edit),
    submit: async (values) => {
      const saved = await save(editOf(values, base.current.edit), base.current, options)
      removeDraft(draft)
      const next = await onSaved(saved)
      if (!next) return
      startFrom(next)
      form.setAll(valuesOf(next.edit))
    },
    explain: (error) => {
      if (!(error instanceof EditConflict)) return undefined
      setConflict(error)
      return {}
    },
  })

  return {
    form,
    /** Fields that an earlier visit left unsaved. */
    restored,
    /** @returns a function that undoes it */
    discard() {
      const before = { base: base.current, values: form.values, restored }
      startFrom(present)
      form.discard()
      setRestored([])
      return () => {
        startFrom(before.base)
        form.setAll(before.values)
        setRestored(before.restored)
      }
    },
    /**
     * Saves these values at once, on top of what is saved: the rest of the form stays as it is. Resolves to undefined
     * if what is saved would not be valid, such as before the first time; the form then has them.
     */
    async saveNow(values: Partial<V>, baseOf: (saved: Saved) => Base<E>): Promise<Saved | undefined> {
      const [now, next] = [valuesOf(base.current.edit), { ...form.values, ...values }]
      const edit = { ...now, ...values }
      const isValid = !Object.values(check(edit, base.current.edit)).some(Boolean)
      const saved = isValid ? await save(editOf(edit, base.current.edit), base.current, options) : undefined
      if (saved) startFrom(baseOf(saved))
      form.setAll(next)
      return saved
    },
    conflict,
    decideLater: () => setConflict(undefined),
    decide: async ({ latest }: EditConflict<E>, edit: E) => {
      setConflict(undefined)
      startFrom(latest)
      const values = valuesOf(edit, form.values)
      form.setAll(values)
      await form.send(values)
    },
  }
}
