import * as m from '#shared/admin/messages.ts'
import type { SettingsOf } from '#shared/community/settings.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

type Value = SettingsOf<'chapterExports'>

const same = <V,>(value: V) => value

export const ChapterExportsSection = () => (
  <Stack gap={8}>
    <SectionForm<'chapterExports', Value>
      section="chapterExports"
      lead={m.chapterExportsLead()}
      labels={{ allowed: m.chapterExportsAllowed() }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <CheckboxField
          name="allowed"
          label={m.chapterExportsAllowed()}
          hint={m.chapterExportsHint()}
          checked={form.values.allowed}
          onChange={(allowed) => form.set('allowed', allowed)}
        />
      )}
    </SectionForm>
    <History
      section="chapterExports"
      describe={({ allowed }) => m.chapterExportsChange({ allowed: allowed ? 'yes' : 'no' })}
    />
  </Stack>
)
