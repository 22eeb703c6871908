import { EVENT_FORMATS, EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventDraft } from '#client/features/event-editor/event-draft.ts'
import { FORMAT_NAMES } from '#shared/event-labels.ts'
import { countryOptions } from '#client/lib/countries.ts'
import type { Form } from '#client/lib/use-form.ts'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'

const FORMAT_OPTIONS = EVENT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))

interface Props {
  form: Form<EventDraft>
}

export function LocationFields({ form }: Props) {
  const { format } = form.values
  return (
    <FieldGroup legend="Location">
      <SelectField
        label="Format"
        name="format"
        value={format}
        error={form.errors['format']}
        options={FORMAT_OPTIONS}
        onChange={(value) => form.set('format', value as EventDraft['format'])}
      />
      {format !== 'online' && <VenueFields form={form} />}
      {format !== 'inPerson' && (
        <TextField
          {...form.field('joinUrl')}
          label="Join link"
          hint="Required to publish. Only members who are going can see it."
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={EVENT_LIMITS.joinUrl}
        />
      )}
    </FieldGroup>
  )
}

const NOT_SET = { value: '', label: 'Not set' }

function VenueFields({ form }: Props) {
  const { venue } = form.values
  const part = (name: keyof EventDraft['venue']['address']) => ({
    name: `venue.address.${name}`,
    value: venue.address[name] ?? '',
    error: form.errors[`venue.address.${name}`],
    onChange: (text: string) => form.set('venue', { ...venue, address: { ...venue.address, [name]: text } }),
  })
  return (
    <>
      <TextField
        name="venue.name"
        value={venue.name}
        error={form.errors['venue.name']}
        label="Venue name"
        hint="Required to publish. Appears in event lists, with the city."
        maxLength={EVENT_LIMITS.venueName}
        onChange={(name) => form.set('venue', { ...venue, name })}
      />
      <FieldRow>
        <TextField {...part('address_line1')} label="Address line 1" maxLength={120} optional />
        <TextField {...part('address_line2')} label="Address line 2" maxLength={120} optional />
        <TextField {...part('city')} label="City" maxLength={80} optional />
        <TextField {...part('state')} label="State or region" maxLength={80} optional />
        <TextField {...part('postal_code')} label="Postal code" maxLength={20} optional />
        <SelectField
          {...part('country_code')}
          label="Country"
          options={[NOT_SET, ...countryOptions()]}
          optional
        />
      </FieldRow>
    </>
  )
}
