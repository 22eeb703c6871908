import { useEffect, useRef, useState } from 'react'

import { removeDraft } from '#client/lib/drafts.ts'
import { type FieldErrors, useForm } from '#client/lib/use-form.ts'

import { storeBase, storedBase, unsavedFields } from './draft-base.ts'
import { type Base, Overtaken, save, type Saving } from './saving.ts'

interface Options<V extends object, E extends object, Saved> extends Saving<E, Saved> {
  /** The draft and the version it started from are stored under this name, so that they survive a reload. */
  draft: string
  /** As the server has it. */
  present: Base<E>
  /** An edit as the form holds it. @param typed the current values of the form, if any */
  valuesOf: (edit: E, typed?: V) => V
  /** What the server is sent; asked for only once `check` found nothing. */
  editOf: (values: V, base: E) => E
  check: (values: V, base: E) => FieldErrors
  /** Normalises what was typed before it is validated. */
  normalise?: (values: V) => V
  onSaved: (saved: Saved) => Promise<void>
}

/** A form for something that others may be editing too. */
export function useEditForm<V extends object, E extends object, Saved>(options: Options<V, E, Saved>) {
  const { draft, present, valuesOf, editOf, check, normalise, onSaved } = options
  const [first] = useState(() => storedBase<E>(draft) ?? present)
  const [restored, setRestored] = useState(() => unsavedFields(draft, (edit: E) => valuesOf(edit)))
  const [overtaken, setOvertaken] = useState<Overtaken<E>>()
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
      await onSaved(saved)
    },
    explain: (error) => {
      if (!(error instanceof Overtaken)) return undefined
      setOvertaken(error as Overtaken<E>)
      return {}
    },
  })

  return {
    form,
    /** Fields that an earlier visit left unsaved. */
    restored,
    /** @returns how to undo it */
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
    overtaken,
    decideLater: () => setOvertaken(undefined),
    decide: async ({ latest }: Overtaken<E>, edit: E) => {
      setOvertaken(undefined)
      startFrom(latest)
      const values = valuesOf(edit, form.values)
      form.setAll(values)
      await form.send(values)
    },
  }
}
