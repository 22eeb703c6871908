import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import { FieldRow } from '#client/ui/FieldGroup.tsx'

import { PhotoField } from './PhotoField.tsx'
import {
  AddressPartField,
  AsksAndOffers,
  CountryField,
  NameAndWork,
  type ProfileFieldsProps,
  VisibilityFields,
} from './profile-fields.tsx'

/** Step 3 of onboarding. */
export const AboutYouFields = ({ form }: ProfileFieldsProps) => (
  <>
    <PhotoField form={form} />
    <NameAndWork form={form} />
    <FieldRow>
      <AddressPartField form={form} part="city" />
      <CountryField form={form} />
    </FieldRow>
    <TimeZoneField
      {...form.field('timeZone')}
      hint="Detected from your device. Members see it, so they know when to reach you."
    />
  </>
)

/** The fields that onboarding asks for, and the email address, which every member has. */
const ONBOARDING_VISIBILITY = [
  'email',
  'photo',
  'headline',
  'company',
  'industry',
  'address',
  'asks',
  'offers',
] as const

/** Step 4 of onboarding. */
export const AsksAndVisibilityFields = ({ form }: ProfileFieldsProps) => (
  <>
    <AsksAndOffers form={form} />
    <VisibilityFields form={form} fields={ONBOARDING_VISIBILITY} />
  </>
)
