import type { SettingsOf } from '#shared/community-settings.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

type Value = SettingsOf<'profiles'>

const AUDIENCES: readonly { value: Value['visibility']; label: string; hint: string }[] = [
  { value: 'members', label: 'Members', hint: 'Default. All members can see new profiles.' },
  {
    value: 'connections',
    label: 'Connections',
    hint: 'Only people whom the member has connected with. The directory shows the name only.',
  },
  {
    value: 'public',
    label: 'Everyone',
    hint: 'Visitors too, on the prestige page, for members who choose to be listed there.',
  },
]

const same = <V,>(value: V) => value

export const ProfilesSection = () => (
  <Stack gap={8}>
    <SectionForm<'profiles', Value>
      section="profiles"
      title="Profiles"
      lead="What new members start with. Members change it for themselves at any time."
      labels={{ visibility: 'Who sees new profiles', searchEngines: 'Search engines' }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <>
          <RadioCards
            {...form.field('visibility')}
            label="Who sees new profiles"
            hint="Email and phone number start with connections only."
            options={AUDIENCES}
          />
          <CheckboxField
            name="searchEngines"
            label="Search engines may list profiles"
            hint="Only profiles whose owners allow it."
            checked={form.values.searchEngines}
            onChange={(checked) => form.set('searchEngines', checked)}
          />
        </>
      )}
    </SectionForm>
    <History
      section="profiles"
      describe={({ visibility, searchEngines }) =>
        `${AUDIENCES.find(({ value }) => value === visibility)?.label} · search engines ${searchEngines ? 'allowed' : 'not allowed'}`
      }
    />
  </Stack>
)
