import type { ComponentType, ReactNode } from 'react'

import * as m from '#shared/events/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { readSettings } from '#client/lib/settings.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { FieldGroup, FieldRow } from '#client/ui/form/FieldGroup.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import type { EventDraft } from './event-draft.ts'
import { HostsField } from './HostsField.tsx'
import { JoiningFields } from './JoiningFields.tsx'

const guestOptions = () =>
  Array.from({ length: EVENT_LIMITS.guests + 1 }, (_, count) => ({
    value: String(count),
    label: m.editorGuestsUpTo({ count }),
  }))

export interface GuestsOverLimitProps {
  event: EventDetails
  /** The new limit, lower than the present one. */
  limit: number
}

interface Props {
  form: Form<EventDraft>
  /** Undefined for a new event. */
  event: EventDetails | undefined
  /** Says which RSVPs have more guests than the limit. Undefined for a new event. */
  GuestsOverLimit: ComponentType<GuestsOverLimitProps> | undefined
  /** The field for the audience. */
  children: ReactNode
}

export function AttendanceFields({ form, event, GuestsOverLimit, children }: Props) {
  return (
    <FieldGroup legend={m.editorAttendance()}>
      <FieldRow>
        <TextField
          {...form.field('capacity')}
          label={m.editorSeats()}
          hint={m.editorSeatsHint()}
          inputMode="numeric"
          maxLength={5}
          optional
        />
        <SelectField
          label={m.editorGuests()}
          name="guestsMax"
          hint={m.editorGuestsHint()}
          value={form.values.guestsMax}
          error={form.errors['guestsMax']}
          options={guestOptions()}
          onChange={(value) => form.set('guestsMax', value)}
        />
      </FieldRow>
      {GuestsOverLimit && event?.hasRsvps && Number(form.values.guestsMax) < event.guestsMax && (
        <GuestsOverLimit event={event} limit={Number(form.values.guestsMax)} />
      )}
      {children}
      <JoiningFields form={form} event={event} />
      {(readSettings().COMMUNITY?.guests || form.values.openToGuests) && (
        <CheckboxField
          name="openToGuests"
          label={m.editorOpenToGuests()}
          hint={m.editorOpenToGuestsHint({ visibility: form.values.visibility, mode: form.values.joinMode })}
          checked={form.values.openToGuests}
          onChange={(isOpen) => form.set('openToGuests', isOpen)}
        />
      )}
      {(!event || canOnEvent(event, 'manage')) && <HostsField form={form} />}
    </FieldGroup>
  )
}
