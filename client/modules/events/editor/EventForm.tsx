import type { ComponentType, ReactNode } from 'react'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './editor.module.css'
import type { EventDraft } from './fields/event-draft.ts'
import { AttendanceFields, type GuestsOverLimitProps } from './fields/AttendanceFields.tsx'
import { AudienceField } from './fields/AudienceField.tsx'
import { BasicsFields } from './fields/BasicsFields.tsx'
import { LocationFields } from './fields/LocationFields.tsx'
import { QuestionsField } from './fields/QuestionsField.tsx'
import { ScheduleFields } from './fields/ScheduleFields.tsx'
import type { LockedFields } from './read-event.ts'

const ChapterAudience = lazyPart(() => import('#client/modules/events/chapters/parts.ts'), 'ChapterAudience')
const ChapterFields = lazyPart(() => import('#client/modules/events/chapters/parts.ts'), 'ChapterFields')

interface Props {
  form: Form<EventDraft>
  submitLabel: string
  /** A further way to submit. Enter in a field does not use it. */
  alsoPublish?: { onClick: () => void; busy: boolean }
  locked?: LockedFields
  /** Undefined for a new event. */
  event?: EventDetails
  GuestsOverLimit?: ComponentType<GuestsOverLimitProps>
  /** Fields of a new event's repetition. */
  repeat?: ReactNode
  /** Content above the fields. */
  children: ReactNode
}

export function EventForm({
  form,
  submitLabel,
  alsoPublish,
  locked = 'none',
  event,
  GuestsOverLimit,
  repeat,
  children,
}: Props) {
  const startedAt = locked === 'start' && event ? formatMoment(event.startsAt, event.timeZone) : undefined
  const hasChapters = readSettings().COMMUNITY?.chapters
  return (
    <form {...form.props} className={styles.form}>
      {children}
      {locked === 'most' && (
        <Notice tone="info" title={m.eventOver()}>
          {m.editorEndedText()}
        </Notice>
      )}
      <BasicsFields form={form} isOver={locked === 'most'} />
      {locked !== 'most' && (
        <>
          <ScheduleFields form={form} startedAt={startedAt} />
          {repeat}
          {hasChapters && (!event || canOnEvent(event, 'manage')) && (
            <ChapterFields form={form} known={event?.hostChapters} />
          )}
          <LocationFields form={form} />
          <AttendanceFields form={form} event={event} GuestsOverLimit={GuestsOverLimit}>
            {hasChapters ? <ChapterAudience form={form} /> : <AudienceField form={form} />}
          </AttendanceFields>
          <QuestionsField
            questions={form.values.questions}
            errors={form.errors}
            hasGuests={form.values.guestsMax !== '0'}
            onChange={(questions) => form.set('questions', questions)}
          />
        </>
      )}
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {locked !== 'all' && (
        <div className={patterns.formEnd}>
          {alsoPublish && (
            <Button
              busy={alsoPublish.busy && m.lifecycleRunning({ command: 'publish' })}
              disabled={form.busy}
              onClick={alsoPublish.onClick}
            >
              {m.editorCreateAndPublish()}
            </Button>
          )}
          <Button
            type="submit"
            variant={alsoPublish ? 'secondary' : 'primary'}
            busy={form.busy && !alsoPublish?.busy && words.saving()}
            disabled={alsoPublish?.busy}
          >
            {submitLabel}
          </Button>
          <p className={patterns.muted}>{m.editorUnsavedKept()}</p>
        </div>
      )}
    </form>
  )
}
