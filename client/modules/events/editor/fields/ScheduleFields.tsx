import { useRef } from 'react'

import * as m from '#shared/events/messages.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import type { WallClock } from '#client/lib/time/wall-clock.ts'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import type { Form } from '#client/ui/form/use-form.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'

import { momentLabels } from './moment-labels.ts'
import { type EventDraft, hasStart, movedEnd } from './event-draft.ts'

interface Props {
  form: Form<EventDraft>
  /** Start of the event as text, once it has started. From then on the start is locked. */
  startedAt: string | undefined
}

export function ScheduleFields({ form, startedAt }: Props) {
  const { allDay, timeZone } = form.values
  const hasStarted = startedAt !== undefined
  return (
    <FieldGroup
      legend={m.editorSchedule()}
      hint={hasStarted ? m.editorStarted({ date: startedAt }) : m.editorScheduleHint()}
    >
      {!hasStarted && <StartFields form={form} />}
      <MomentField
        {...form.field('endsAt')}
        labels={momentLabels('ends', allDay)}
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

/** Moving the start also moves the end, so that the event lasts as long as before. */
function StartFields({ form }: Pick<Props, 'form'>) {
  const { values } = form
  const { allDay, timeZone } = values
  // The field may be empty while typing.
  const lastStart = useRef(values.startsAt)
  const change = (next: WallClock) => {
    if (hasStart(values)) lastStart.current = values.startsAt
    form.set('endsAt', movedEnd({ ...values, startsAt: lastStart.current }, next))
    form.set('startsAt', next)
  }
  return (
    <>
      <CheckboxField
        label={m.editorAllDay()}
        name="allDay"
        checked={allDay}
        error={form.errors['allDay']}
        onChange={(checked) => form.set('allDay', checked)}
      />
      <MomentField
        {...form.field('startsAt')}
        onChange={change}
        labels={momentLabels('starts', allDay)}
        timeZone={timeZone}
        dayOnly={allDay}
      />
    </>
  )
}

/** The same local times in another zone. Choices between two ambiguous times do not carry over. */
const inZone = (
  { startsAt, endsAt, rsvpOpensAt, rsvpDeadline, ...rest }: EventDraft,
  timeZone: string,
): EventDraft => ({
  ...rest,
  timeZone,
  startsAt: withoutChoice(startsAt),
  endsAt: withoutChoice(endsAt),
  rsvpOpensAt: withoutChoice(rsvpOpensAt),
  rsvpDeadline: withoutChoice(rsvpDeadline),
})

const withoutChoice = ({ date, time }: WallClock): WallClock => ({ date, time })
