import { useInfiniteQuery } from '@tanstack/react-query'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import type { EventDraft } from '#client/features/event-editor/event-draft.ts'
import { guestsOverLimit, VISIBILITY_NAMES } from '#client/features/events/labels.ts'
import { eventRoster } from '#client/features/events/queries.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import type { Form } from '#client/lib/use-form.ts'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { HostsField } from './HostsField.tsx'

const GUEST_OPTIONS = Array.from({ length: EVENT_LIMITS.guests + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'No guests' : count === 1 ? '1 guest' : `Up to ${count} guests`,
}))

interface Props {
  form: Form<EventDraft>
  /** Absent for a new event. */
  event: EventDetails | undefined
}

export const AttendanceFields = ({ form, event }: Props) => (
  <FieldGroup legend="Attendance">
    <FieldRow>
      <TextField
        {...form.field('capacity')}
        label="Seats"
        hint="Guests count, too. Leave empty for no limit."
        inputMode="numeric"
        maxLength={5}
        optional
      />
      <SelectField
        label="Guests per member"
        name="guestsMax"
        hint="In addition to their own seat."
        value={form.values.guestsMax}
        error={form.errors['guestsMax']}
        options={GUEST_OPTIONS}
        onChange={(value) => form.set('guestsMax', value)}
      />
    </FieldRow>
    {event?.hasRsvps && Number(form.values.guestsMax) < event.guestsMax && (
      <GuestsOverLimit event={event} limit={Number(form.values.guestsMax)} />
    )}
    <MomentField
      {...form.field('rsvpDeadline')}
      label="RSVP deadline"
      timeZone={form.values.timeZone}
      optional
    />
    <RadioCards
      label="Visibility"
      name="visibility"
      value={form.values.visibility}
      error={form.errors['visibility']}
      onChange={(value) => form.set('visibility', value)}
      options={[
        {
          value: 'members',
          label: VISIBILITY_NAMES.members,
          hint: 'Only members can open a shared link.',
        },
        {
          value: 'public',
          label: VISIBILITY_NAMES.public,
          hint: 'Listed on the home page and previewed wherever its link is shared. Only members can open it and RSVP.',
        },
      ]}
    />
    <HostsField
      hosts={form.values.hosts}
      errors={form.errors}
      onChange={(hosts) => form.set('hosts', hosts)}
    />
  </FieldGroup>
)

/** Existing RSVPs keep their guests, so organisers have to inform some of them about a lower limit. */
function GuestsOverLimit({ event, limit }: { event: EventDetails; limit: number }) {
  const { data } = useInfiniteQuery({ ...eventRoster(event, { filter: 'all', q: '' }), throwOnError: false })
  const message = data && guestsOverLimit(data.parties, limit)
  return message && <Notice tone="warning">{message}</Notice>
}
