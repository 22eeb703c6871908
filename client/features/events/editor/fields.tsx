import { EVENT_FORMATS, EVENT_LIMITS } from '#shared/event-rules.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/image-rules.ts'
import { FORMAT_NAMES } from '#client/features/events/words.ts'
import { countryOptions } from '#client/lib/places.ts'
import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import { uploadImage } from '#client/lib/upload-image.ts'
import type { Form } from '#client/lib/use-form.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'

import { DescriptionField } from './DescriptionField.tsx'
import type { EventDraft } from './event-draft.ts'
import { HostsField } from './HostsField.tsx'
import { MomentField } from './MomentField.tsx'

interface Props {
  form: Form<EventDraft>
}

export const What = ({ form }: Props) => (
  <FieldGroup legend="What it is">
    <TextField {...form.field('title')} label="Title" maxLength={EVENT_LIMITS.title.max} required />
    <TextField
      {...form.field('summary')}
      label="In short"
      hint="Shown in lists: why someone should come."
      multiline
      rows={2}
      maxLength={EVENT_LIMITS.summary}
      optional
    />
    <DescriptionField {...form.field('description')} />
    <PictureField
      label="Cover picture"
      name="cover"
      limits={IMAGE_KINDS.cover}
      url={form.values.cover && imageUrl(form.values.cover)}
      error={form.errors['cover']}
      onPick={async (picture) => form.set('cover', await uploadImage('cover', picture))}
      onRemove={() => form.set('cover', '')}
    />
    <TextListField
      label="Tags"
      itemLabel="Tag"
      hint="Words by which members filter events."
      name="tags"
      values={form.values.tags}
      errors={form.errors}
      most={EVENT_LIMITS.tags}
      maxLength={EVENT_LIMITS.tag}
      onChange={(tags) => form.set('tags', tags)}
    />
  </FieldGroup>
)

export function When({ form }: Props) {
  const { allDay, timeZone } = form.values
  return (
    <FieldGroup legend="When it is" hint="By the clocks of the place where it happens.">
      <CheckboxField
        label="It lasts whole days"
        name="allDay"
        checked={allDay}
        onChange={(checked) => form.set('allDay', checked)}
      />
      <MomentField
        {...form.field('startsAt')}
        label={allDay ? 'First day' : 'Starts'}
        timeZone={timeZone}
        dayOnly={allDay}
      />
      <MomentField
        {...form.field('endsAt')}
        label={allDay ? 'Last day' : 'Ends'}
        timeZone={timeZone}
        dayOnly={allDay}
      />
      <TimeZoneField {...form.field('timeZone')} />
    </FieldGroup>
  )
}

const NOT_SAID = { value: '', label: 'Not said' }
const FORMAT_OPTIONS = EVENT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))

export function Where({ form }: Props) {
  const { address, format } = form.values
  const part = (name: keyof EventDraft['address']) => ({
    name: `venue.address.${name}`,
    value: address[name] ?? '',
    error: form.errors[`venue.address.${name}`],
    onChange: (text: string) => form.set('address', { ...address, [name]: text }),
  })
  return (
    <FieldGroup legend="Where it is">
      <SelectField
        label="How people take part"
        name="format"
        value={format}
        options={FORMAT_OPTIONS}
        onChange={(value) => form.set('format', value as EventDraft['format'])}
      />
      {format !== 'online' && (
        <>
          <TextField
            {...form.field('venueName')}
            name="venue.name"
            error={form.errors['venue.name']}
            label="Name of the place"
            maxLength={EVENT_LIMITS.venueName}
          />
          <FieldRow>
            <TextField {...part('address_line1')} label="Street and number" maxLength={120} optional />
            <TextField {...part('address_line2')} label="Floor, entrance, bell" maxLength={120} optional />
            <TextField {...part('city')} label="City" maxLength={80} optional />
            <TextField {...part('postal_code')} label="Postal code" maxLength={20} optional />
            <SelectField
              {...part('country_code')}
              label="Country"
              options={[NOT_SAID, ...countryOptions()]}
              optional
            />
          </FieldRow>
        </>
      )}
      {format !== 'inPerson' && (
        <TextField
          {...form.field('joinUrl')}
          label="Link to join"
          hint="Only those who are going see it."
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={EVENT_LIMITS.joinUrl}
        />
      )}
    </FieldGroup>
  )
}

const GUESTS = Array.from({ length: EVENT_LIMITS.guests + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Nobody' : count === 1 ? 'One guest' : `Up to ${count} guests`,
}))

export const Who = ({ form }: Props) => (
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
        { value: 'members', label: 'Members', hint: 'Whoever is signed in.' },
        {
          value: 'public',
          label: 'Everyone',
          hint: 'It may be shown to visitors too. Answering stays for members.',
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
