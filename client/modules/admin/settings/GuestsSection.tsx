import * as m from '#shared/admin/messages.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

const options = () =>
  Array.from({ length: SETTINGS_LIMITS.guestVisits + 1 }, (_, count) => ({
    value: String(count),
    label: m.guestsVisits({ count }),
  }))

export const GuestsSection = () => (
  <Stack gap={8}>
    <SectionForm<'guests', { visitsPerYear: string }>
      section="guests"
      lead={m.guestsLead()}
      labels={{ visitsPerYear: m.guestsVisitsPerYear() }}
      valuesOf={({ visitsPerYear }) => ({ visitsPerYear: String(visitsPerYear) })}
      valueOf={({ visitsPerYear }) => ({ visitsPerYear: Number(visitsPerYear) })}
    >
      {(form) => (
        <SelectField
          name="visitsPerYear"
          label={m.guestsVisitsPerYear()}
          hint={m.guestsVisitsHint()}
          value={form.values.visitsPerYear}
          options={options()}
          onChange={(value) => form.set('visitsPerYear', value)}
        />
      )}
    </SectionForm>
    <History section="guests" describe={({ visitsPerYear }) => m.guestsVisits({ count: visitsPerYear })} />
  </Stack>
)
