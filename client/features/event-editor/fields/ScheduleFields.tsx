import { useRef } from 'react'

import type { EventDraft } from '#client/features/event-editor/draft/event-draft.ts'
import { hasStart, movedEnd } from '#client/features/event-editor/draft/moved-end.ts'
import type { WallClock } from '#client/lib/time/wall-clock.ts'
import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import type { Form } from '#client/lib/use-form.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'

import { MomentField } from './MomentField.tsx'

interface Props {
  form: Form<EventDraft>
  /** In words, when it started: from then on that stays. */
  started: string | undefined
}

export function When({ form, started }: Props) {
  const { allDay, timeZone } = form.values
  return (
    <FieldGroup
      legend="When it is"
      hint={started ?? 'By the clocks of the place where it happens, or from which it is held.'}
    >
      {started === undefined && <Start form={form} />}
      <MomentField
        {...form.field('endsAt')}
        label={allDay ? 'Last day' : 'Ends'}
        timeZone={timeZone}
        dayOnly={allDay}
      />
      {started === undefined && (
        <TimeZoneField
          {...form.field('timeZone')}
          onChange={(zone) => form.setAll(moved(form.values, zone))}
        />
      )}
    </FieldGroup>
  )
}

function Start({ form }: Pick<Props, 'form'>) {
  const { values } = form
  const { allDay, timeZone } = values
  const lastStart = useRef(values.startsAt)
  const start = (next: WallClock) => {
    if (hasStart(values)) lastStart.current = values.startsAt
    form.set('endsAt', movedEnd({ ...values, startsAt: lastStart.current }, next))
    form.set('startsAt', next)
  }
  return (
    <>
      <CheckboxField
        label="It lasts whole days"
        name="allDay"
        checked={allDay}
        error={form.errors['allDay']}
        onChange={(checked) => form.set('allDay', checked)}
      />
      <MomentField
        {...form.field('startsAt')}
        onChange={start}
        label={allDay ? 'First day' : 'Starts'}
        timeZone={timeZone}
        dayOnly={allDay}
      />
    </>
  )
}

/** The same clock times in another zone, where they may not be ambiguous, or in another way. */
const moved = ({ startsAt, endsAt, rsvpDeadline, ...same }: EventDraft, timeZone: string): EventDraft => ({
  ...same,
  timeZone,
  startsAt: unchosen(startsAt),
  endsAt: unchosen(endsAt),
  rsvpDeadline: unchosen(rsvpDeadline),
})

const unchosen = ({ date, time }: WallClock): WallClock => ({ date, time })
