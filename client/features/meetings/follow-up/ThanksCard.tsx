import { useState } from 'react'

import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import { capitalise, othersIn, referTo } from '#client/features/meetings/people.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { AdditionForm, useAddition } from './Addition.tsx'
import styles from './follow-up.module.css'

/** One from each to each other. */
export function ThanksCard({ meeting, viewerId }: MeetingProps) {
  const [open, setOpen] = useState(false)
  const { thanks } = meeting
  const left = othersIn(meeting, viewerId).filter(
    ({ id, former }) => !former && !thanks.some(({ from, to }) => from === viewerId && to === id),
  )
  const canThank = meeting.actions.includes('followUp') && left.length > 0
  const list = useFocusFallback<HTMLDivElement>(thanks.length)
  const close = () => setOpen(false)
  return (
    <Card
      title="Thanks"
      actions={
        canThank && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Say thank you
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {thanks.length === 0 && (
          <p className={patterns.muted}>Tell someone what their time was worth to you.</p>
        )}
        <ul className={patterns.ruled}>
          {thanks.map(({ id, from, to, text, at }) => (
            <li key={id} className={styles.entry}>
              <p className={styles.text}>{text}</p>
              <p className={patterns.small}>
                {capitalise(referTo(meeting, from, viewerId))} to {referTo(meeting, to, viewerId)},{' '}
                <DateOf at={at} />
              </p>
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open} onClose={close} title="Say thank you">
        <ThanksForm meeting={meeting} left={left} onClose={close} />
      </Dialog>
    </Card>
  )
}

interface FormProps extends Pick<MeetingProps, 'meeting'> {
  /** Those whom the viewer has not thanked yet. */
  left: readonly { id: string; displayName: string }[]
  onClose: () => void
}

function ThanksForm({ meeting, left, onClose }: FormProps) {
  const form = useAddition({
    meeting,
    part: 'thanks',
    initial: { to: left[0]?.id ?? '', text: '' },
    check: ({ text }): Record<string, string> => (text.trim() ? {} : { text: 'Enter a few words.' }),
    bodyOf: ({ to, text }) => ({ to, text: text.trim() }),
    done: 'Thanks sent.',
    onDone: onClose,
  })
  return (
    <AdditionForm form={form} submit="Send thanks" onClose={onClose}>
      <SelectField
        {...form.field('to')}
        label="To"
        options={left.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <TextField
        {...form.field('text')}
        label="Your words"
        hint="Everyone in this meeting can read them."
        multiline
        rows={3}
        maxLength={MEETING_LIMITS.thanks}
      />
    </AdditionForm>
  )
}
