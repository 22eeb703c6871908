import { formatAddress } from '#shared/address.ts'
import { imageUrl, IMAGE_KINDS } from '#shared/image-rules.ts'
import { PROFILE_LIMITS, VISIBLE_FIELDS } from '#shared/profile.ts'
import {
  ADDRESS_PART_NAMES,
  AddressPartField,
  AsksAndOffers,
  AudienceFields,
  CountryField,
  NameAndWork,
  type ProfileFieldsProps,
} from '#client/lib/profile-fields.tsx'
import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import { uploadImage } from '#client/lib/upload-image.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'

import styles from './edit.module.css'
import { SavedTerm } from './SavedTerm.tsx'
import type { Section } from './sections.ts'

const You = ({ form }: ProfileFieldsProps) => (
  <FieldGroup legend="You" hint="What members see first, in lists and beside what you do.">
    <PictureField
      label="Photo"
      name="photo"
      round
      limits={IMAGE_KINDS.photo}
      url={form.values.photo && imageUrl(form.values.photo)}
      placeholder={<Avatar name={form.values.displayName} size="large" />}
      error={form.errors['photo']}
      onPick={async (picture) => form.set('photo', await uploadImage('photo', picture))}
      onRemove={() => form.set('photo', '')}
    />
    <NameAndWork form={form} />
  </FieldGroup>
)

const About = ({ form }: ProfileFieldsProps) => (
  <FieldGroup legend="In your own words">
    <TextField
      {...form.field('bio')}
      label="About you"
      hint="Where you come from, what you like to work on, how people know you."
      multiline
      rows={6}
      maxLength={PROFILE_LIMITS.bio}
      optional
    />
    <TextField
      {...form.field('goals')}
      label="Goals"
      hint="What you are working towards just now."
      multiline
      rows={3}
      maxLength={PROFILE_LIMITS.goals}
      optional
    />
    <TextListField
      label="Keywords"
      itemLabel="Keyword"
      hint="Words others should find you by."
      name="keywords"
      values={form.values.keywords}
      errors={form.errors}
      most={PROFILE_LIMITS.keywords}
      maxLength={PROFILE_LIMITS.keyword}
      onChange={(keywords) => form.set('keywords', keywords)}
    />
    <TextListField
      label="Links"
      itemLabel="Link"
      hint="Your site, or where else people find you. Only addresses with https are shown."
      name="links"
      type="url"
      values={form.values.links}
      errors={form.errors}
      most={PROFILE_LIMITS.links}
      maxLength={PROFILE_LIMITS.link}
      onChange={(links) => form.set('links', links)}
    />
  </FieldGroup>
)

const Asks = ({ form }: ProfileFieldsProps) => (
  <FieldGroup
    legend="What you ask for and offer"
    hint="This is how members find out how they can help each other. Each entry stays for 90 days, and can be renewed."
  >
    <AsksAndOffers form={form} Under={SavedTerm} />
  </FieldGroup>
)

function Contact({ form }: ProfileFieldsProps) {
  const line = formatAddress(form.values.address)
  return (
    <FieldGroup legend="Where and how to reach you">
      <FieldRow>
        {ADDRESS_PART_NAMES.map((part) => (
          <AddressPartField key={part} form={form} part={part} />
        ))}
        <CountryField form={form} />
      </FieldRow>
      {line && <p className={styles.quiet}>Shown as: {line}</p>}
      <FieldRow>
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          maxLength={PROFILE_LIMITS.phone}
          autoComplete="tel"
          optional
        />
        <TimeZoneField {...form.field('timeZone')} />
      </FieldRow>
    </FieldGroup>
  )
}

const Audience = ({ form }: ProfileFieldsProps) => (
  <>
    <FieldGroup legend="Who sees what" hint="Members always see your name. For the rest, you choose.">
      <AudienceFields form={form} of={VISIBLE_FIELDS} />
    </FieldGroup>
    <FieldGroup legend="Where you are found">
      <CheckboxField
        label="Leave me out of the members’ directory"
        hint="Whoever has met you, or has the address of your profile, still sees it."
        name="directoryHidden"
        checked={form.values.directoryHidden}
        onChange={(checked) => form.set('directoryHidden', checked)}
      />
      <CheckboxField
        label="Let search engines show my profile"
        hint="Only what everyone may see, visitors too."
        name="searchEngines"
        checked={form.values.searchEngines}
        onChange={(checked) => form.set('searchEngines', checked)}
      />
    </FieldGroup>
  </>
)

export const SECTION_FIELDS = { you: You, about: About, asks: Asks, contact: Contact, audience: Audience }
export type FormSection = Exclude<Section, 'account'>
