import { useState } from 'react'

import type { Outcome } from '#shared/meeting-follow-up.ts'
import { OUTCOME_NAMES } from '#shared/meeting-labels.ts'
import { MEETING_LIMITS, OUTCOME_KINDS, type OutcomeKind } from '#shared/meeting-rules.ts'
import { useCommand } from '#client/features/meetings/details/use-send.ts'
import { capitalise, othersIn, referTo } from '#client/features/meetings/people.ts'
import type { MeetingProps } from '#client/features/meetings/props.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { AdditionForm, useAddition } from './Addition.tsx'
import styles from './follow-up.module.css'
import { outcomeActions } from './permissions.ts'

export function Outcomes({ meeting, viewerId }: MeetingProps) {
  const [open, setOpen] = useState(false)
  const { outcomes } = meeting
  const canAdd = meeting.actions.includes('followUp') && outcomes.length < MEETING_LIMITS.outcomes
  const list = useFocusFallback<HTMLDivElement>(JSON.stringify(outcomes))
  return (
    <Card
      title="Outcomes"
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Add outcome
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1}>
        {outcomes.length === 0 && (
          <p className={patterns.muted}>
            Who helped whom, and with what. It counts once the person who benefited confirms it.
          </p>
        )}
        <ul className={patterns.ruled}>
          {outcomes.map((outcome) => (
            <li key={outcome.id}>
              <OutcomeEntry meeting={meeting} viewerId={viewerId} outcome={outcome} />
            </li>
          ))}
        </ul>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add outcome">
        <OutcomeForm meeting={meeting} viewerId={viewerId} onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function OutcomeEntry({ meeting, viewerId, outcome }: MeetingProps & { outcome: Outcome }) {
  const { run, isRunning } = useCommand(meeting.id)
  const { id, kind, from, to, note, confirmedAt } = outcome
  const actions = outcomeActions(meeting, outcome, viewerId)
  const path = ['outcomes', id]
  const sentence = `${capitalise(referTo(meeting, from, viewerId))} helped ${referTo(meeting, to, viewerId)}`
  return (
    <div className={styles.entry}>
      <p className={styles.facts}>
        <strong>{OUTCOME_NAMES[kind]}</strong> {sentence}
        {confirmedAt ? (
          <Badge tone="accent">Confirmed</Badge>
        ) : (
          <Badge tone="gold">
            {to === viewerId ? 'Waiting for your confirmation' : 'Waiting for confirmation'}
          </Badge>
        )}
      </p>
      {note && <p className={styles.text}>{note}</p>}
      {actions.length > 0 && (
        <div className={patterns.actions}>
          {actions.includes('confirm') && (
            <Button
              busy={isRunning(...path, 'confirm') && 'Confirming…'}
              aria-label={`Confirm: ${OUTCOME_NAMES[kind]}, ${sentence}`}
              onClick={() => run({ path: [...path, 'confirm'], done: 'Outcome confirmed.' })}
            >
              Confirm
            </Button>
          )}
          {actions.includes('delete') && (
            <Button
              variant="quiet"
              busy={isRunning(...path) && 'Deleting…'}
              aria-label={`Delete: ${OUTCOME_NAMES[kind]}, ${sentence}`}
              onClick={() => run({ path, method: 'DELETE', done: 'Outcome deleted.' })}
            >
              Delete
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const KIND_OPTIONS = OUTCOME_KINDS.map((value) => ({ value, label: OUTCOME_NAMES[value] }))

interface OutcomeDraft {
  kind: OutcomeKind
  from: string
  to: string
  note: string
}

function OutcomeForm({ meeting, viewerId, onClose }: MeetingProps & { onClose: () => void }) {
  const others = othersIn(meeting, viewerId).filter(({ former }) => !former)
  const options = [
    { value: viewerId, label: 'You' },
    ...others.map(({ id, displayName }) => ({ value: id, label: displayName })),
  ]
  const form = useAddition<OutcomeDraft>({
    meeting,
    part: 'outcomes',
    initial: { kind: 'introduction', from: others[0]?.id ?? viewerId, to: viewerId, note: '' },
    check: ({ from, to }): Record<string, string> =>
      from === to ? { to: 'Choose someone other than the person who helped.' } : {},
    bodyOf: (values) => ({ ...values, note: values.note.trim() }),
    done: 'Outcome added.',
    onDone: onClose,
  })
  return (
    <AdditionForm form={form} submit="Add outcome" onClose={onClose}>
      <SelectField
        label="Kind"
        name="kind"
        value={form.values.kind}
        error={form.errors['kind']}
        options={KIND_OPTIONS}
        onChange={(kind) => form.set('kind', kind as OutcomeKind)}
      />
      <SelectField {...form.field('from')} label="Who helped" options={options} />
      <SelectField
        {...form.field('to')}
        label="Who benefited"
        hint="They confirm it, and then it counts."
        options={options}
      />
      <TextField
        {...form.field('note')}
        label="What happened"
        hint="In a sentence, without amounts."
        optional
        multiline
        rows={2}
        maxLength={MEETING_LIMITS.outcomeNote}
      />
    </AdditionForm>
  )
}
