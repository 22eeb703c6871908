import type { ComponentType } from 'react'

import type { ProfileEdit } from '#shared/members.ts'
import { INDUSTRIES, PROFILE_LIMITS } from '#shared/profile.ts'
import { countryOptions } from '#client/lib/countries.ts'
import { readSettings } from '#client/lib/settings.ts'
import type { Form } from '#client/lib/use-form.ts'
import { FieldRow } from '#client/ui/FieldGroup.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { type Entry, TextListField } from '#client/ui/TextListField.tsx'

/** Fields that both the profile editor and onboarding ask for. */
export interface ProfileFieldsProps {
  form: Pick<Form<ProfileEdit>, 'values' | 'set' | 'errors' | 'field'>
}

const NOT_SET = { value: '', label: 'Not set' }

/** The list as it was when the page was loaded, with what the member has. */
const industryOptions = (present: string) => {
  const names: readonly string[] = readSettings().COMMUNITY?.industries ?? INDUSTRIES
  const all = !present || names.includes(present) ? names : [present, ...names]
  return [NOT_SET, ...all.map((name) => ({ value: name, label: name }))]
}

export const NameAndWork = ({ form }: ProfileFieldsProps) => (
  <>
    <TextField
      {...form.field('displayName')}
      label="Name"
      maxLength={PROFILE_LIMITS.displayName.max}
      autoComplete="name"
      required
    />
    <TextField
      {...form.field('headline')}
      label="Headline"
      hint="What you do and for whom, in one line."
      maxLength={PROFILE_LIMITS.headline}
      optional
    />
    <FieldRow>
      <TextField
        {...form.field('company')}
        label="Company"
        maxLength={PROFILE_LIMITS.company}
        autoComplete="organization"
        optional
      />
      <SelectField
        label="Industry"
        name="industry"
        value={form.values.industry}
        error={form.errors['industry']}
        options={industryOptions(form.values.industry)}
        onChange={(value) => form.set('industry', value)}
        optional
      />
    </FieldRow>
  </>
)

const ADDRESS_PARTS = {
  address_line1: { label: 'Address line 1', maxLength: 120, autoComplete: 'address-line1' },
  address_line2: { label: 'Address line 2', maxLength: 120, autoComplete: 'address-line2' },
  city: { label: 'City', maxLength: 80, autoComplete: 'address-level2' },
  state: { label: 'State or region', maxLength: 80, autoComplete: 'address-level1' },
  postal_code: { label: 'Postal code', maxLength: 20, autoComplete: 'postal-code' },
} as const

type AddressPart = keyof typeof ADDRESS_PARTS
export const ADDRESS_PART_NAMES = Object.keys(ADDRESS_PARTS) as AddressPart[]

export const AddressPartField = ({ form, part }: ProfileFieldsProps & { part: AddressPart }) => (
  <TextField
    {...ADDRESS_PARTS[part]}
    name={`address.${part}`}
    value={form.values.address[part] ?? ''}
    error={form.errors[`address.${part}`]}
    onChange={(text) => form.set('address', { ...form.values.address, [part]: text })}
    optional
  />
)

export const CountryField = ({ form }: ProfileFieldsProps) => (
  <SelectField
    label="Country"
    name="address.country_code"
    value={form.values.address.country_code ?? ''}
    error={form.errors['address.country_code']}
    autoComplete="country"
    options={[NOT_SET, ...countryOptions()]}
    onChange={(code) => form.set('address', { ...form.values.address, country_code: code })}
    optional
  />
)

interface AsksAndOffersProps extends ProfileFieldsProps {
  /** Below each entry. */
  Under?: ComponentType<Entry>
}

export const AsksAndOffers = ({ form, Under }: AsksAndOffersProps) => (
  <>
    <TextListField
      label="Asks"
      itemLabel="Ask"
      hint="For example, an introduction to a patent lawyer."
      name="asks"
      multiline
      values={form.values.asks}
      errors={form.errors}
      most={PROFILE_LIMITS.asksAndOffers}
      maxLength={PROFILE_LIMITS.askOrOffer}
      onChange={(asks) => form.set('asks', asks)}
      Under={Under}
    />
    <TextListField
      label="Offers"
      itemLabel="Offer"
      hint="For example, an hour on pricing for anyone starting out."
      name="offers"
      multiline
      values={form.values.offers}
      errors={form.errors}
      most={PROFILE_LIMITS.asksAndOffers}
      maxLength={PROFILE_LIMITS.askOrOffer}
      onChange={(offers) => form.set('offers', offers)}
      Under={Under}
    />
  </>
)
