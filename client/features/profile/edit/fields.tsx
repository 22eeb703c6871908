import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { PROFILE_LIMITS } from '#shared/profile.ts'
import { settingsPath } from '#shared/settings-paths.ts'
import { AskExpiry } from '#client/features/profile/AskExpiry.tsx'
import { PhotoField } from '#client/features/profile/PhotoField.tsx'
import {
  ADDRESS_PART_NAMES,
  AddressPartField,
  AsksAndOffers,
  CountryField,
  NameAndWork,
  type ProfileFieldsProps,
} from '#client/features/profile/profile-fields.tsx'
import { VisibilityFields } from '#client/features/profile/VisibilityFields.tsx'
import { addressLine } from '#client/lib/countries.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { FieldGroup, FieldRow } from '#client/ui/FieldGroup.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { type Entry, TextListField } from '#client/ui/TextListField.tsx'
import patterns from '#client/ui/patterns.module.css'

const Basics = ({ form }: ProfileFieldsProps) => (
  <FieldGroup legend="Basics" hint="Members see this first.">
    <PhotoField form={form} />
    <NameAndWork form={form} />
  </FieldGroup>
)

const About = ({ form }: ProfileFieldsProps) => (
  <FieldGroup legend="About you">
    <TextField
      {...form.field('bio')}
      label="Bio"
      hint="Your background and what you like to work on."
      multiline
      rows={6}
      maxLength={PROFILE_LIMITS.bio}
      optional
    />
    <TextField
      {...form.field('goals')}
      label="Goals"
      hint="What you’re working towards right now."
      multiline
      rows={3}
      maxLength={PROFILE_LIMITS.goals}
      optional
    />
    <TextListField
      label="Keywords"
      itemLabel="Keyword"
      hint="Topics that people can find you by."
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
      hint="Your website and social profiles (https only)."
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
    legend="Asks and offers"
    hint="How members can help you, and how you can help them. Each one expires after 90 days unless you renew it."
  >
    <AsksAndOffers form={form} Under={SavedExpiry} />
  </FieldGroup>
)

/** When a saved entry expires. A new or changed one has no date yet. */
function SavedExpiry({ name, value }: Entry) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const saved = name === 'offers' ? profile.offers : profile.asks
  const ask = saved.find(({ text }) => text === value.trim())
  return ask && <AskExpiry ask={ask} />
}

function Contact({ form }: ProfileFieldsProps) {
  const line = addressLine(form.values.address)
  return (
    <FieldGroup legend="Contact details">
      <FieldRow>
        {ADDRESS_PART_NAMES.map((part) => (
          <AddressPartField key={part} form={form} part={part} />
        ))}
        <CountryField form={form} />
      </FieldRow>
      {line && <p className={patterns.small}>Shown as: {line}</p>}
      <FieldRow>
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          maxLength={PROFILE_LIMITS.phone}
          autoComplete="tel"
          optional
        />
      </FieldRow>
      <p className={patterns.small}>
        Your time zone is in <Link to={settingsPath('availability')}>Settings</Link>.
      </p>
    </FieldGroup>
  )
}

const Visibility = ({ form }: ProfileFieldsProps) => (
  <>
    <VisibilityFields form={form} expanded />
    <FieldGroup legend="Discoverability">
      <CheckboxField
        label="Hide me from the directory"
        hint="Members you’ve met or who have your profile link can still see it."
        name="directoryHidden"
        checked={form.values.directoryHidden}
        onChange={(checked) => form.set('directoryHidden', checked)}
      />
      <CheckboxField
        label="Let search engines show my profile"
        hint={
          readSettings().COMMUNITY?.searchEngines === false
            ? 'Your community keeps all profiles out of search engines at present.'
            : 'They can list its link. Only members can open it.'
        }
        name="searchEngines"
        checked={form.values.searchEngines}
        onChange={(checked) => form.set('searchEngines', checked)}
      />
    </FieldGroup>
  </>
)

export const SECTION_FIELDS = {
  you: Basics,
  about: About,
  asks: Asks,
  contact: Contact,
  audience: Visibility,
}
