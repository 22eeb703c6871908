import * as m from '#shared/events/messages.ts'
import type { EventImportSource } from '#shared/events/import-rules.ts'
import type { ImportedDetails } from '#shared/events/imports.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { momentLabels } from '#client/modules/events/editor/fields/moment-labels.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import { readMoment, type WallClock } from '#client/lib/time/wall-clock.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { TextField } from '#client/ui/form/TextField.tsx'

import type { FileEvent } from './imported-file.ts'
import { StepHeading } from './StepHeading.tsx'

interface Props {
  event: FileEvent
  source: EventImportSource
  zone: string
  onName: (details: ImportedDetails) => void
  onBack: () => void
}

const EMPTY: WallClock = { date: '', time: '' }

/** Asks for the event of a list of attendees, which names none. */
export function NameEvent({ event, source, zone, onName, onBack }: Props) {
  const form = useForm({
    initial: { title: '', startsAt: EMPTY, endsAt: EMPTY, timeZone: zone, place: '' },
    check: ({ title, startsAt, endsAt, timeZone }): FieldErrors => {
      const [start, end] = [readMoment(startsAt, timeZone), readMoment(endsAt, timeZone)]
      const isOrdered = !('instant' in start && 'instant' in end) || start.instant < end.instant
      const order = isOrdered ? undefined : m.eventRuleEnd()
      return {
        title:
          title.trim().length < EVENT_LIMITS.title.min
            ? m.eventRuleTitle({ min: EVENT_LIMITS.title.min })
            : undefined,
        startsAt: 'error' in start ? start.error : undefined,
        endsAt: 'error' in end ? end.error : order,
      }
    },
    async submit({ startsAt, endsAt, ...rest }) {
      const [start, end] = [readMoment(startsAt, rest.timeZone), readMoment(endsAt, rest.timeZone)]
      if ('instant' in start && 'instant' in end)
        onName({ ...rest, description: '', startsAt: start.instant, endsAt: end.instant, allDay: false })
    },
  })
  const people = event.attendees.length + event.withoutAddress
  return (
    <form {...form.props} className={patterns.column}>
      <div>
        <StepHeading>{m.importsWhich()}</StepHeading>
        <p className={patterns.muted}>
          {m.importsWhichText({ count: people })}
          {source === 'luma' && ` ${m.importsWhichLuma()}`}
        </p>
      </div>
      <TextField {...form.field('title')} label={m.editorTitle()} maxLength={EVENT_LIMITS.title.max} />
      <MomentField
        {...form.field('startsAt')}
        labels={momentLabels('starts')}
        timeZone={form.values.timeZone}
      />
      <MomentField {...form.field('endsAt')} labels={momentLabels('ends')} timeZone={form.values.timeZone} />
      <TimeZoneField {...form.field('timeZone')} />
      <TextField
        {...form.field('place')}
        label={m.place()}
        hint={m.importsPlaceHint()}
        optional
        maxLength={240}
      />
      <div className={patterns.actions}>
        <Button type="submit">{m.importsContinue()}</Button>
        <Button variant="secondary" onClick={onBack}>
          {m.importsOtherFile()}
        </Button>
      </div>
    </form>
  )
}
