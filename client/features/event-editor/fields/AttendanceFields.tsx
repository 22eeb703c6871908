import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDraft } from '#client/features/event-editor/draft/event-draft.ts'
import { VISIBILITY_NAMES } from '#client/features/events/labels.ts'
import type { Form } from '#client/lib/use-form.ts'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { HostsField } from './HostsField.tsx'
import { MomentField } from './MomentField.tsx'

const GUESTS = Array.from({ length: EVENT_LIMITS.guests + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Nobody' : count === 1 ? 'One guest' : `Up to ${count} guests`,
}))

export const Who = ({ form }: { form: Form<EventDraft> }) => (
  <FieldGroup legend="Who may come">
    <FieldRow>
      <TextField
        {...form.field('capacity')}
        label="Seats"
        hint="Guests count too. Empty: as many as come."
        inputMode="numeric"
        maxLength={5}
        optional
      />
      <SelectField
        label="Each may bring"
        name="guestsMax"
        hint="On top of their own seat."
        value={form.values.guestsMax}
        error={form.errors['guestsMax']}
        options={GUESTS}
        onChange={(value) => form.set('guestsMax', value)}
      />
    </FieldRow>
    <MomentField
      {...form.field('rsvpDeadline')}
      label="Answers until"
      timeZone={form.values.timeZone}
      optional
    />
    <RadioCards
      label="Who may know of it"
      name="visibility"
      value={form.values.visibility}
      error={form.errors['visibility']}
      onChange={(value) => form.set('visibility', value)}
      options={[
        {
          value: 'members',
          label: VISIBILITY_NAMES.members,
          hint: 'To share it is to pass on a link that only members can open.',
        },
        {
          value: 'public',
          label: VISIBILITY_NAMES.public,
          hint: 'To share it is to pass on what, when and where as well. Only members can answer.',
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
