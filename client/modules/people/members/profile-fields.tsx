import type { ComponentType } from 'react'

import * as m from '#shared/people/messages.ts'
import type { ProfileEdit } from '#shared/people/members.ts'
import { INDUSTRIES, industryName } from '#shared/community/industries.ts'
import { PROFILE_LIMITS } from '#shared/people/profile.ts'
import {
  isMultiline,
  PROFILE_FIELDS,
  PROFILE_TEXTS,
  type ProfileText,
} from '#shared/people/profile-fields.ts'
import { readSettings } from '#client/lib/settings.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { FieldRow } from '#client/ui/form/FieldGroup.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { type Entry, TextListField } from '#client/ui/form/TextListField.tsx'
import { keysOf } from '#shared/lib/records.ts'

import { countryOptions } from './countries.ts'

/** Fields that both the profile editor and onboarding ask for. */
export interface ProfileFieldsProps {
  form: Pick<Form<ProfileEdit>, 'values' | 'set' | 'errors' | 'field'>
}

const notSet = () => ({ value: '', label: m.notSet() })

/** The list at the time the page was loaded, plus the member's own value. */
const industryOptions = (present: string) => {
  const names: readonly string[] = readSettings().COMMUNITY?.industries ?? INDUSTRIES
  const all = !present || names.includes(present) ? names : [present, ...names]
  return [notSet(), ...all.map((name) => ({ value: name, label: industryName(name) }))]
}

/** The free texts on a tab of the editor. */
export const tabTexts = (tab: string) => PROFILE_TEXTS.filter((field) => PROFILE_FIELDS[field].tab === tab)

interface TextProps extends ProfileFieldsProps {
  field: ProfileText
  autoComplete?: string
}

export function ProfileTextField({ form, field, ...native }: TextProps) {
  const { max } = PROFILE_FIELDS[field]
  const labels = { label: m.fieldName({ field }), hint: m.fieldHint({ field }) }
  const props = { ...form.field(field), ...native, ...labels, maxLength: max, optional: true }
  return isMultiline(field) ? (
    <TextField {...props} multiline rows={max > 1_000 ? 6 : 3} />
  ) : (
    <TextField {...props} />
  )
}

export const NameAndWork = ({ form }: ProfileFieldsProps) => (
  <>
    <TextField
      {...form.field('displayName')}
      label={m.fieldName({ field: 'displayName' })}
      maxLength={PROFILE_LIMITS.displayName.max}
      autoComplete="name"
      required
    />
    {tabTexts('you').map((field) =>
      field === 'company' ? null : <ProfileTextField key={field} form={form} field={field} />,
    )}
    <FieldRow>
      <ProfileTextField form={form} field="company" autoComplete="organization" />
      <SelectField
        label={m.fieldName({ field: 'industry' })}
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
  address_line1: { maxLength: 120, autoComplete: 'address-line1' },
  address_line2: { maxLength: 120, autoComplete: 'address-line2' },
  city: { maxLength: 80, autoComplete: 'address-level2' },
  state: { maxLength: 80, autoComplete: 'address-level1' },
  postal_code: { maxLength: 20, autoComplete: 'postal-code' },
} as const

type AddressPart = keyof typeof ADDRESS_PARTS
export const ADDRESS_PART_NAMES = keysOf(ADDRESS_PARTS)

export const AddressPartField = ({ form, part }: ProfileFieldsProps & { part: AddressPart }) => (
  <TextField
    {...ADDRESS_PARTS[part]}
    label={m.addressPart({ part })}
    name={`address.${part}`}
    value={form.values.address[part] ?? ''}
    error={form.errors[`address.${part}`]}
    onChange={(text) => form.set('address', { ...form.values.address, [part]: text })}
    optional
  />
)

export const CountryField = ({ form }: ProfileFieldsProps) => (
  <SelectField
    label={m.addressPart({ part: 'country_code' })}
    name="address.country_code"
    value={form.values.address.country_code ?? ''}
    error={form.errors['address.country_code']}
    autoComplete="country"
    options={[notSet(), ...countryOptions()]}
    onChange={(code) => form.set('address', { ...form.values.address, country_code: code })}
    optional
  />
)

interface AsksAndOffersProps extends ProfileFieldsProps {
  /** Shown below each entry. */
  Under?: ComponentType<Entry>
}

export const AsksAndOffers = ({ form, Under }: AsksAndOffersProps) => (
  <>
    <TextListField
      label={m.fieldName({ field: 'asks' })}
      entry={{ name: m.askNumber, remove: m.askRemove, add: m.askAdd() }}
      hint={m.asksExample()}
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
      label={m.fieldName({ field: 'offers' })}
      entry={{ name: m.offerNumber, remove: m.offerRemove, add: m.offerAdd() }}
      hint={m.offersExample()}
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
