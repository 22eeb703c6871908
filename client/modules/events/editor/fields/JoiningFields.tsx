import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { JOIN_MODES, type JoinMode } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import styles from '#client/modules/events/editor/editor.module.css'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import type { Form } from '#client/ui/form/use-form.ts'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { momentLabels } from './moment-labels.ts'
import type { EventDraft } from './event-draft.ts'

const options = () =>
  JOIN_MODES.map((value) => ({
    value,
    label: m.eventJoinMode({ mode: value }),
    hint: m.editorJoinHint({ mode: value }),
  }))
const FIELDS = ['joinMode', 'rsvpOpensAt', 'rsvpDeadline'] as const

interface Props {
  form: Form<EventDraft>
  /** Undefined for a new event. */
  event: EventDetails | undefined
}

/** The rule for who gets a place with an RSVP, and the times between which members RSVP. Folded for most events. */
export function JoiningFields({ form, event }: Props) {
  const { joinMode, rsvpOpensAt, rsvpDeadline, timeZone } = form.values
  const isDefault = joinMode === 'open' && !rsvpOpensAt.date && !rsvpDeadline.date
  const [isOpen, setOpen] = useState(!isDefault)
  const hasError = FIELDS.some((field) => form.errors[field])
  const outcome = event && outcomeOf(event, joinMode)
  return (
    <details
      className={styles.folded}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {m.editorJoinMode()} <span>{m.eventJoinMode({ mode: joinMode })}</span>
      </summary>
      <div className={styles.unfolded}>
        <RadioCards
          label={m.editorJoinModeLabel()}
          name="joinMode"
          value={joinMode}
          error={form.errors['joinMode']}
          onChange={(value) => form.set('joinMode', value)}
          options={options()}
        />
        {outcome && <Notice tone="info">{outcome}</Notice>}
        <MomentField
          {...form.field('rsvpOpensAt')}
          labels={momentLabels('opens')}
          timeZone={timeZone}
          optional
        />
        <MomentField
          {...form.field('rsvpDeadline')}
          labels={momentLabels('deadline')}
          timeZone={timeZone}
          optional
        />
      </div>
    </details>
  )
}

/** The effect of another mode on people who have answered or asked. */
function outcomeOf({ status, joinMode, requests = 0, hasRsvps }: EventDetails, next: JoinMode) {
  if (status !== 'published' || next === joinMode) return undefined

  if (next === 'open') return requests > 0 && m.editorJoinAccepts({ count: requests })
  const kept = hasRsvps && m.editorJoinKept()
  const stays = requests > 0 && m.editorJoinStays({ count: requests })
  const hidden = next === 'invited' && m.editorJoinHidden()
  return [kept, stays, hidden].filter(Boolean).join(' ')
}
