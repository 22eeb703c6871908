import { useInfiniteQuery } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { EventDraft } from '#client/modules/events/editor/event-draft.ts'
import { guestsOverLimit } from '#client/modules/events/events/labels.ts'
import { eventRoster } from '#client/modules/events/events/queries.ts'
import { readSettings } from '#client/lib/settings.ts'
import type { Form } from '#client/lib/use-form.ts'
import { FieldGroup, FieldRow } from '#client/ui/form/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { HostsField } from './HostsField.tsx'
import { JoiningFields } from './JoiningFields.tsx'

const guestOptions = () =>
  Array.from({ length: EVENT_LIMITS.guests + 1 }, (_, count) => ({
    value: String(count),
    label: m.editorGuestsUpTo({ count }),
  }))

interface Props {
  form: Form<EventDraft>
  /** Undefined for a new event. */
  event: EventDetails | undefined
}

export const AttendanceFields = ({ form, event }: Props) => (
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
    {event?.hasRsvps && Number(form.values.guestsMax) < event.guestsMax && (
      <GuestsOverLimit event={event} limit={Number(form.values.guestsMax)} />
    )}
    <RadioCards
      label={m.editorVisibility()}
      name="visibility"
      value={form.values.visibility}
      error={form.errors['visibility']}
      onChange={(value) => form.set('visibility', value)}
      options={[
        {
          value: 'members',
          label: m.eventVisibility({ visibility: 'members' }),
          hint: m.editorMembersHint(),
        },
        {
          value: 'public',
          label: m.eventVisibility({ visibility: 'public' }),
          hint: m.editorPublicHint({ search: isSearchable() ? 'yes' : 'no' }),
        },
      ]}
    />
    <JoiningFields form={form} event={event} />
    {(!event || canOnEvent(event, 'manage')) && <HostsField form={form} />}
  </FieldGroup>
)

/** Whether public events may appear in search engines. */
const isSearchable = () => readSettings().COMMUNITY?.eventSearchEngines !== false

/** Existing RSVPs keep their guests, so organisers have to inform some members about a lower limit. */
function GuestsOverLimit({ event, limit }: { event: EventDetails; limit: number }) {
  const { data } = useInfiniteQuery({ ...eventRoster(event, { filter: 'all', q: '' }), throwOnError: false })
  const message = data && guestsOverLimit(data.partySizes, limit)
  return message && <Notice tone="warning">{message}</Notice>
}
