import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/people/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { ASK_LIFETIME, PROFILE_LIMITS } from '#shared/people/profile.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { AskExpiry } from '#client/modules/people/members/AskExpiry.tsx'
import { PhotoField } from '#client/modules/people/members/PhotoField.tsx'
import {
  ADDRESS_PART_NAMES,
  AddressPartField,
  AsksAndOffers,
  CountryField,
  NameAndWork,
  type ProfileFieldsProps,
  ProfileTextField,
  tabTexts,
} from '#client/modules/people/members/profile-fields.tsx'
import { VisibilityFields } from '#client/modules/people/members/VisibilityFields.tsx'
import { addressLine } from '#client/modules/people/members/countries.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { FieldGroup, FieldRow } from '#client/ui/form/FieldGroup.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { readSettings } from '#client/lib/settings.ts'
import { type Entry, TextListField } from '#client/ui/form/TextListField.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'

interface BasicsProps extends ProfileFieldsProps {
  savePhoto: (photo: string) => Promise<void>
}

const Basics = ({ form, savePhoto }: BasicsProps) => (
  <FieldGroup legend={m.sectionName({ section: 'you' })} hint={m.basicsHint()}>
    <PhotoField form={form} savePhoto={savePhoto} />
    <NameAndWork form={form} />
  </FieldGroup>
)

const About = ({ form }: ProfileFieldsProps) => (
  <FieldGroup legend={m.aboutYou()}>
    {tabTexts('about').map((field) => (
      <ProfileTextField key={field} form={form} field={field} />
    ))}
    <TextListField
      label={m.fieldName({ field: 'keywords' })}
      entry={{ name: m.keywordNumber, remove: m.keywordRemove, add: m.keywordAdd() }}
      hint={m.keywordsHint()}
      name="keywords"
      values={form.values.keywords}
      errors={form.errors}
      most={PROFILE_LIMITS.keywords}
      maxLength={PROFILE_LIMITS.keyword}
      onChange={(keywords) => form.set('keywords', keywords)}
    />
    <TextListField
      label={m.fieldName({ field: 'links' })}
      entry={{ name: m.linkNumber, remove: m.linkRemove, add: m.linkAdd() }}
      hint={m.linksHint()}
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
    legend={m.sectionName({ section: 'asks' })}
    hint={m.asksAndOffersHint({ days: ASK_LIFETIME / DAY })}
  >
    <AsksAndOffers form={form} Under={SavedExpiry} />
  </FieldGroup>
)

/** Expiry of a saved entry. A new or changed one has no date yet. */
function SavedExpiry({ name, value }: Entry) {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const saved = name === 'offers' ? profile.offers : profile.asks
  const ask = saved.find(({ text }) => text === value.trim())
  return ask && <AskExpiry ask={ask} />
}

const availabilityLink = (content: Content) => <Link to={settingsPath('availability')}>{rich(content)}</Link>

function Contact({ form }: ProfileFieldsProps) {
  const line = addressLine(form.values.address)
  return (
    <FieldGroup legend={m.contactDetails()}>
      <FieldRow>
        {ADDRESS_PART_NAMES.map((part) => (
          <AddressPartField key={part} form={form} part={part} />
        ))}
        <CountryField form={form} />
      </FieldRow>
      {line && <p className={patterns.small}>{m.contactShownAs({ address: line })}</p>}
      <FieldRow>
        <TextField
          {...form.field('phone')}
          label={m.fieldName({ field: 'phone' })}
          type="tel"
          maxLength={PROFILE_LIMITS.phone}
          autoComplete="tel"
          optional
        />
      </FieldRow>
      <p className={patterns.small}>{rich(m.contactTimeZone({ link: availabilityLink }))}</p>
    </FieldGroup>
  )
}

const Visibility = ({ form }: ProfileFieldsProps) => (
  <>
    <VisibilityFields form={form} expanded />
    <FieldGroup legend={m.discoverability()}>
      <CheckboxField
        label={m.fieldName({ field: 'directoryHidden' })}
        hint={m.fieldDirectoryHiddenHint()}
        name="directoryHidden"
        checked={form.values.directoryHidden}
        onChange={(checked) => form.set('directoryHidden', checked)}
      />
      <CheckboxField
        label={m.fieldName({ field: 'searchEngines' })}
        hint={
          readSettings().COMMUNITY?.searchEngines === false
            ? m.fieldSearchEnginesOff()
            : m.fieldSearchEnginesHint()
        }
        name="searchEngines"
        checked={form.values.searchEngines}
        onChange={(checked) => form.set('searchEngines', checked)}
      />
      <CheckboxField
        label={m.fieldName({ field: 'onLanding' })}
        hint={m.fieldOnLandingHint()}
        name="onLanding"
        checked={form.values.onLanding ?? false}
        onChange={(checked) => form.set('onLanding', checked)}
      />
      <CheckboxField
        label={m.fieldName({ field: 'namedToGuests' })}
        hint={m.fieldNamedToGuestsHint()}
        name="namedToGuests"
        checked={form.values.namedToGuests ?? false}
        onChange={(checked) => form.set('namedToGuests', checked)}
      />
    </FieldGroup>
  </>
)

export const SECTION_FIELDS = {
  you: Basics,
  about: About,
  asks: Asks,
  contact: Contact,
  visibility: Visibility,
}
