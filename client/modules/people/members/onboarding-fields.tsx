import * as m from '#shared/people/messages.ts'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import { FieldRow } from '#client/ui/form/FieldGroup.tsx'

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
    <TimeZoneField {...form.field('timeZone')} hint={m.fieldTimeZoneHint()} />
  </>
)

/** Step 4 of onboarding. */
export const AsksAndVisibilityFields = ({ form }: ProfileFieldsProps) => (
  <>
    <AsksAndOffers form={form} />
    <VisibilityFields form={form} />
  </>
)
