import { useRef } from 'react'

import { type EventDraft, hasStart, movedEnd } from '#client/features/event-editor/event-draft.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import type { WallClock } from '#client/lib/time/wall-clock.ts'
import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import type { Form } from '#client/lib/use-form.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'

interface Props {
  form: Form<EventDraft>
  /** When the event started, as text. From then on the start is locked. */
  startedAt: string | undefined
}

export function ScheduleFields({ form, startedAt }: Props) {
  const { allDay, timeZone } = form.values
  const hasStarted = startedAt !== undefined
  return (
    <FieldGroup
      legend="Date and time"
      hint={
        hasStarted
          ? `This event started on ${startedAt}. You can’t change the start.`
          : 'In the time zone of the venue or, for online events, of the host.'
      }
    >
      {!hasStarted && <StartFields form={form} />}
      <MomentField
        {...form.field('endsAt')}
        label={allDay ? 'Last day' : 'End'}
        timeZone={timeZone}
        dayOnly={allDay}
      />
      {!hasStarted && (
        <TimeZoneField
          {...form.field('timeZone')}
          onChange={(zone) => form.setAll(inZone(form.values, zone))}
        />
      )}
    </FieldGroup>
  )
}

/** Moving the start moves the end along, so that the event lasts as long as before. */
function StartFields({ form }: Pick<Props, 'form'>) {
  const { values } = form
  const { allDay, timeZone } = values
  // While it is being typed, the field may be empty.
  const lastStart = useRef(values.startsAt)
  const change = (next: WallClock) => {
    if (hasStart(values)) lastStart.current = values.startsAt
    form.set('endsAt', movedEnd({ ...values, startsAt: lastStart.current }, next))
    form.set('startsAt', next)
  }
  return (
    <>
      <CheckboxField
        label="All day"
        name="allDay"
        checked={allDay}
        error={form.errors['allDay']}
        onChange={(checked) => form.set('allDay', checked)}
      />
      <MomentField
        {...form.field('startsAt')}
        onChange={change}
        label={allDay ? 'First day' : 'Start'}
        timeZone={timeZone}
        dayOnly={allDay}
      />
    </>
  )
}

/** The same clock times in another zone. Choices between two ambiguous times do not carry over. */
const inZone = ({ startsAt, endsAt, rsvpDeadline, ...rest }: EventDraft, timeZone: string): EventDraft => ({
  ...rest,
  timeZone,
  startsAt: withoutChoice(startsAt),
  endsAt: withoutChoice(endsAt),
  rsvpDeadline: withoutChoice(rsvpDeadline),
})

const withoutChoice = ({ date, time }: WallClock): WallClock => ({ date, time })
