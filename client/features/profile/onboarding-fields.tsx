import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import { FieldRow } from '#client/ui/FieldGroup.tsx'

import { PhotoField } from './PhotoField.tsx'
import {
  AddressPartField,
  AsksAndOffers,
  CountryField,
  NameAndWork,
  type ProfileFieldsProps,
} from './profile-fields.tsx'
import { VisibilityFields } from './VisibilityFields.tsx'

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

/** Step 4 of onboarding. */
export const AsksAndVisibilityFields = ({ form }: ProfileFieldsProps) => (
  <>
    <AsksAndOffers form={form} />
    <VisibilityFields form={form} />
  </>
)
