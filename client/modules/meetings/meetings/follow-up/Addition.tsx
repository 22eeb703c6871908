import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { meetingDetails, showMeeting } from '#client/modules/meetings/meetings/queries.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { useToast } from '#client/lib/toast.ts'
import { FormEnd } from '#client/ui/form/FormEnd.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

interface Options<V extends object> {
  meeting: MeetingDetails
  /** Names the draft. */
  part: 'outcomes' | 'promises' | 'thanks'
  initial: V
  check: (values: V) => FieldErrors
  add: (values: V, idempotencyKey: string) => Promise<MeetingDetails>
  /** Message of the toast afterwards. */
  done: string
  onDone: () => void
}

/** Adds an item to a meeting, once. */
export function useAddition<V extends object>({ meeting, part, add, done, onDone, ...rest }: Options<V>) {
  const cache = useQueryClient()
  const toast = useToast()
  const { form } = useNewDraft<V, MeetingDetails>({
    ...rest,
    draft: `meeting-${part}:${meeting.id}`,
    create: (values, idempotencyKey) =>
      add(values, idempotencyKey).catch((error: unknown) => {
        // An earlier attempt may have added it, with its answer lost.
        void cache.invalidateQueries({ queryKey: meetingDetails(meeting.id).queryKey })
        throw error
      }),
    async onCreated(changed) {
      onDone()
      toast(done, { tone: 'success' })
      await showMeeting(cache, changed)
    },
  })
  return form
}

interface Props<V extends object> {
  form: Form<V>
  submit: string
  onClose: () => void
  children: ReactNode
}

/** The form of a dialog. */
export const AdditionForm = <V extends object>({ form, submit, onClose, children }: Props<V>) => (
  <form {...form.props} className={patterns.form}>
    {children}
    <FormEnd form={form} onCancel={onClose} submit={submit} busy={words.saving()} />
  </form>
)
