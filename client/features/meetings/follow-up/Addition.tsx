import type { ReactNode } from 'react'

import type { MeetingDetails } from '#shared/meetings.ts'
import { meetingDetails, meetingUrl, showMeeting } from '#client/features/meetings/queries.ts'
import { createOnce } from '#client/lib/create-once.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import { type FieldErrors, type Form, useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { useToast } from '#client/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'

import styles from './follow-up.module.css'

interface Options<V extends object> {
  meeting: MeetingDetails
  /** Under the meeting's URL. */
  part: 'outcomes' | 'promises' | 'thanks'
  initial: V
  check: (values: V) => FieldErrors
  bodyOf: (values: V) => unknown
  /** Said when it is done. */
  done: string
  onDone: () => void
}

/** Adds something to a meeting, once. */
export function useAddition<V extends object>({ meeting, part, bodyOf, done, onDone, ...rest }: Options<V>) {
  const cache = useQueryClient()
  const toast = useToast()
  const draft = `meeting-${part}:${meeting.id}`
  return useForm<V>({
    ...rest,
    draft,
    submit: async (values) => {
      const url = meetingUrl(meeting.id, part)
      const changed = await createOnce<MeetingDetails>(draft, url, bodyOf(values)).catch((error: unknown) => {
        // The meeting may have what an earlier attempt added, whose answer was lost.
        void cache.invalidateQueries({ queryKey: meetingDetails(meeting.id).queryKey })
        throw error
      })
      removeDraft(draft)
      onDone()
      toast(done, { tone: 'success' })
      await showMeeting(cache, changed)
    },
  })
}

interface Props<V extends object> {
  form: Form<V>
  submit: string
  onClose: () => void
  children: ReactNode
}

/** The form of a dialog. */
export const AdditionForm = <V extends object>({ form, submit, onClose, children }: Props<V>) => (
  <form {...form.props} className={styles.form}>
    {children}
    {form.failure && <Notice tone="danger">{form.failure}</Notice>}
    <div className={patterns.endActions}>
      <Button variant="secondary" onClick={onClose}>
        Not now
      </Button>
      <Button type="submit" busy={form.busy && 'Saving…'}>
        {submit}
      </Button>
    </div>
  </form>
)
