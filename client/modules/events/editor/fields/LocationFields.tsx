import * as m from '#shared/events/messages.ts'
import { EVENT_FORMATS, EVENT_LIMITS } from '#shared/events/rules.ts'
import { countryOptions } from '#client/modules/people/members/countries.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { FieldGroup, FieldRow } from '#client/ui/form/FieldGroup.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import type { EventDraft } from './event-draft.ts'

const formatOptions = () =>
  EVENT_FORMATS.map((format) => ({ value: format, label: m.eventFormat({ format }) }))

interface Props {
  form: Form<EventDraft>
}

export function LocationFields({ form }: Props) {
  const { format } = form.values
  return (
    <FieldGroup legend={m.editorLocation()}>
      <SelectField {...form.field('format')} label={m.listFormat()} options={formatOptions()} />
      {format !== 'online' && <VenueFields form={form} />}
      {format !== 'inPerson' && (
        <TextField
          {...form.field('joinUrl')}
          label={m.editorJoinLink()}
          hint={m.editorJoinLinkHint()}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={EVENT_LIMITS.joinUrl}
        />
      )}
    </FieldGroup>
  )
}

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
        label={m.editorVenue()}
        hint={m.editorVenueHint()}
        maxLength={EVENT_LIMITS.venueName}
        onChange={(name) => form.set('venue', { ...venue, name })}
      />
      <FieldRow>
        <TextField {...part('address_line1')} label={m.editorAddressLine1()} maxLength={120} optional />
        <TextField {...part('address_line2')} label={m.editorAddressLine2()} maxLength={120} optional />
        <TextField {...part('city')} label={m.editorCity()} maxLength={80} optional />
        <TextField {...part('state')} label={m.editorState()} maxLength={80} optional />
        <TextField {...part('postal_code')} label={m.editorPostalCode()} maxLength={20} optional />
        <SelectField
          {...part('country_code')}
          label={m.editorCountry()}
          options={[{ value: '', label: m.editorNotSet() }, ...countryOptions()]}
          optional
        />
      </FieldRow>
    </>
  )
}
