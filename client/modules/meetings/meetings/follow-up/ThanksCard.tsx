import { useState } from 'react'

import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import { doneFor, othersIn } from '#client/modules/meetings/meetings/people.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { request } from '#client/lib/request.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { AdditionForm, useAddition } from './Addition.tsx'
import styles from './follow-up.module.css'

/** One thank-you from each participant to each other. */
export function ThanksCard({ meeting, viewerId }: MeetingProps) {
  const [open, setOpen] = useState(false)
  const { thanks } = meeting
  const left = othersIn(meeting, viewerId).filter(
    ({ id, former }) => !former && !thanks.some(({ from, to }) => from === viewerId && to === id),
  )
  const canThank = meeting.actions.includes('followUp') && left.length > 0
  const close = () => setOpen(false)
  return (
    <Card
      title={m.thanksTitle()}
      actions={
        canThank && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {m.thanksAdd()}
          </Button>
        )
      }
    >
      <div>
        {thanks.length === 0 && <p className={patterns.muted}>{m.thanksNone()}</p>}
        <ul className={patterns.ruled}>
          {thanks.map(({ id, from, to, text, at }) => (
            <li key={id} className={styles.entry}>
              <p className={patterns.asTyped}>{text}</p>
              <p className={patterns.small}>
                {rich(
                  m.thanksSentence({
                    ...doneFor(meeting, { from, to }, viewerId),
                    date: <DateOf at={at} />,
                  }),
                )}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open} onClose={close} title={m.thanksAdd()}>
        <ThanksForm meeting={meeting} left={left} onClose={close} />
      </Dialog>
    </Card>
  )
}

interface FormProps extends Pick<MeetingProps, 'meeting'> {
  /** Participants whom the viewer has not thanked yet. */
  left: readonly { id: string; displayName: string }[]
  onClose: () => void
}

function ThanksForm({ meeting, left, onClose }: FormProps) {
  const form = useAddition({
    meeting,
    part: 'thanks',
    initial: { to: left[0]?.id ?? '', text: '' },
    check: ({ text }): Record<string, string> => (text.trim() ? {} : { text: m.thanksTextRule() }),
    add: (values, idempotencyKey) =>
      request('POST /api/meetings/:meetingId/thanks', {
        idempotencyKey,
        params: { meetingId: meeting.id },
        body: { ...values, text: values.text.trim() },
      }),
    done: m.thanksSent(),
    onDone: onClose,
  })
  return (
    <AdditionForm form={form} submit={m.thanksSend()} onClose={onClose}>
      <SelectField
        {...form.field('to')}
        label={m.thanksTo()}
        options={left.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      <TextField
        {...form.field('text')}
        label={m.thanksText()}
        hint={m.thanksTextHint()}
        multiline
        rows={3}
        maxLength={MEETING_LIMITS.thanks}
      />
    </AdditionForm>
  )
}
