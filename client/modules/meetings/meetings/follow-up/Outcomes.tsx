import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import type { Outcome } from '#shared/meetings/follow-up.ts'
import { MEETING_LIMITS, OUTCOME_KINDS, type OutcomeKind } from '#shared/meetings/rules.ts'
import { meetingCommands, useSend } from '#client/modules/meetings/meetings/use-send.ts'
import { doneFor, othersIn } from '#client/modules/meetings/meetings/people.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { AdditionForm, useAddition } from './Addition.tsx'
import styles from './follow-up.module.css'
import { outcomeActions } from './permissions.ts'

export function Outcomes({ meeting, viewerId }: MeetingProps) {
  const [open, setOpen] = useState(false)
  const { outcomes } = meeting
  const canAdd = meeting.actions.includes('followUp') && outcomes.length < MEETING_LIMITS.outcomes
  return (
    <Card
      title={m.outcomesTitle()}
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {m.outcomeAdd()}
          </Button>
        )
      }
    >
      <div>
        {outcomes.length === 0 && <p className={patterns.muted}>{m.outcomesNone()}</p>}
        <ul className={patterns.ruled}>
          {outcomes.map((outcome) => (
            <li key={outcome.id}>
              <OutcomeEntry meeting={meeting} viewerId={viewerId} outcome={outcome} />
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.outcomeAdd()}>
        <OutcomeForm meeting={meeting} viewerId={viewerId} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function OutcomeEntry({ meeting, viewerId, outcome }: MeetingProps & { outcome: Outcome }) {
  const send = useSend(meeting.id)
  const { id, kind, to, note, confirmedAt } = outcome
  const actions = outcomeActions(meeting, outcome, viewerId)
  const params = { meetingId: meeting.id, outcomeId: id }
  const mutationKey = meetingCommands(meeting.id)
  const confirm = useCommand({
    mutationKey,
    command: () => send(request('POST /api/meetings/:meetingId/outcomes/:outcomeId/confirm', { params })),
    done: m.outcomeConfirmDone(),
  })
  const remove = useCommand({
    mutationKey,
    command: () => send(request('DELETE /api/meetings/:meetingId/outcomes/:outcomeId', { params })),
    done: m.outcomeDeleted(),
  })
  const name = m.outcomeName({ kind })
  const sentence = m.outcomeSentence(doneFor(meeting, outcome, viewerId))
  return (
    <div className={styles.entry}>
      <p className={patterns.actions}>
        <strong>{name}</strong> {sentence}
        {confirmedAt ? (
          <Badge tone="accent">{m.outcomeConfirmed()}</Badge>
        ) : (
          <Badge tone="strong">{to === viewerId ? m.outcomeWaitsForYou() : m.outcomeWaits()}</Badge>
        )}
      </p>
      {note && <p className={patterns.asTyped}>{note}</p>}
      {actions.length > 0 && (
        <div className={patterns.actions}>
          {actions.includes('confirm') && (
            <Button
              busy={confirm.isPending && m.outcomeConfirming()}
              aria-label={m.outcomeConfirmOne({ outcome: name, sentence })}
              onClick={() => confirm.run()}
            >
              {m.confirm()}
            </Button>
          )}
          {actions.includes('delete') && (
            <Button
              variant="quiet"
              busy={remove.isPending && words.deleting()}
              aria-label={m.outcomeDeleteOne({ outcome: name, sentence })}
              onClick={() => remove.run()}
            >
              {words.deleteIt()}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const kindOptions = () => OUTCOME_KINDS.map((kind) => ({ value: kind, label: m.outcomeName({ kind }) }))

interface OutcomeDraft {
  kind: OutcomeKind
  from: string
  to: string
  note: string
}

function OutcomeForm({ meeting, viewerId, onClose }: MeetingProps & { onClose: () => void }) {
  const others = othersIn(meeting, viewerId).filter(({ former }) => !former)
  const options = [
    { value: viewerId, label: m.participantYou() },
    ...others.map(({ id, displayName }) => ({ value: id, label: displayName })),
  ]
  const form = useAddition<OutcomeDraft>({
    meeting,
    part: 'outcomes',
    initial: { kind: 'introduction', from: others[0]?.id ?? viewerId, to: viewerId, note: '' },
    check: ({ from, to }): Record<string, string> => (from === to ? { to: m.outcomeRule() } : {}),
    add: (values, idempotencyKey) =>
      request('POST /api/meetings/:meetingId/outcomes', {
        idempotencyKey,
        params: { meetingId: meeting.id },
        body: { ...values, note: values.note.trim() },
      }),
    done: m.outcomeAdded(),
    onDone: onClose,
  })
  return (
    <AdditionForm form={form} submit={m.outcomeAdd()} onClose={onClose}>
      <SelectField {...form.field('kind')} label={m.kind()} options={kindOptions()} />
      <SelectField {...form.field('from')} label={m.outcomeFrom()} options={options} />
      <SelectField {...form.field('to')} label={m.outcomeTo()} hint={m.outcomeToHint()} options={options} />
      <TextField
        {...form.field('note')}
        label={m.outcomeNote()}
        hint={m.outcomeNoteHint()}
        optional
        multiline
        rows={2}
        maxLength={MEETING_LIMITS.outcomeNote}
      />
    </AdditionForm>
  )
}
