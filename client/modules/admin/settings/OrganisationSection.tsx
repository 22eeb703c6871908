import * as m from '#shared/admin/messages.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import type { SettingsOf } from '#shared/community/settings.ts'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

const same = <V,>(value: V) => value

export const OrganisationSection = () => (
  <Stack gap={8}>
    <SectionForm<'organisation', SettingsOf<'organisation'>>
      section="organisation"
      lead={m.organisationLead()}
      labels={{ name: m.organisationName() }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <TextField
          {...form.field('name')}
          label={m.organisationName()}
          hint={m.organisationHint()}
          maxLength={SETTINGS_LIMITS.organisation}
          optional
        />
      )}
    </SectionForm>
    <History section="organisation" describe={({ name }) => name || m.organisationNone()} />
  </Stack>
)
