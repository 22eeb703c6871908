import { useState } from 'react'

import { draftKey, removeDraft, removeDraftKey } from '#client/lib/storage/drafts.ts'
import { ProblemError } from '#client/lib/request-errors.ts'

import { type FormOptions, useForm } from './use-form.ts'

interface Options<V extends object, Created> extends Omit<FormOptions<V>, 'submit' | 'draft' | 'secret'> {
  /** Name of the draft, which survives a reload and an expired session. */
  draft: string
  /** Called with the draft's key until it succeeds, so that a repetition after a lost response creates nothing twice. */
  create: (values: V, idempotencyKey: string) => Promise<Created>
  onCreated: (created: Created) => void | Promise<void>
}

const KEY_IS_USED: ReadonlySet<string> = new Set(['already_made', 'idempotency_key_reused'])

/** A form for something new. */
export function useNewDraft<V extends object, Created>(options: Options<V, Created>) {
  const { draft, create, onCreated, ...rest } = options

  async function createOnce(values: V) {
    const key = draftKey(draft)
    try {
      const created = await create(values, key)
      // The next screen may offer to continue a stored draft. That of someone who has signed in meanwhile has another key.
      if (draftKey(draft) === key) removeDraft(draft)
      return created
    } catch (error) {
      // The key belongs to an earlier version that may have been saved. The next attempt creates another.
      if (error instanceof ProblemError && KEY_IS_USED.has(error.code)) removeDraftKey(draft)
      throw error
    }
  }

  const form = useForm<V>({
    ...rest,
    draft,
    submit: async (values) => {
      await onCreated(await createOnce(values))
    },
  })
  const [isRestored, setRestored] = useState(form.stored !== undefined)
  return {
    form,
    /** Whether an earlier visit left a draft. */
    isRestored,
    /** @returns a function that undoes it */
    discard() {
      const { values } = form
      form.discard()
      setRestored(false)
      return () => {
        form.setAll(values)
        setRestored(true)
      }
    },
  }
}
