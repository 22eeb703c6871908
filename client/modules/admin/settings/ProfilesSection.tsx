import * as m from '#shared/admin/messages.ts'
import type { SettingsOf } from '#shared/community/settings.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

type Value = SettingsOf<'profiles'>

const VISIBILITIES = ['members', 'connections', 'public'] as const satisfies readonly Value['visibility'][]

const visibilities = () =>
  VISIBILITIES.map((visibility) => ({
    value: visibility,
    label: m.profilesVisibleTo({ visibility }),
    hint: m.profilesVisibleToHint({ visibility }),
  }))

const same = <V,>(value: V) => value

export const ProfilesSection = () => (
  <Stack gap={8}>
    <SectionForm<'profiles', Value>
      section="profiles"
      lead={m.profilesLead()}
      labels={{ visibility: m.profilesVisibility(), searchEngines: m.searchEngines() }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <>
          <RadioCards
            {...form.field('visibility')}
            label={m.profilesVisibility()}
            hint={m.profilesVisibilityHint()}
            options={visibilities()}
          />
          <CheckboxField
            name="searchEngines"
            label={m.profilesSearch()}
            hint={m.profilesSearchHint()}
            checked={form.values.searchEngines}
            onChange={(checked) => form.set('searchEngines', checked)}
          />
        </>
      )}
    </SectionForm>
    <History
      section="profiles"
      describe={({ visibility, searchEngines }) =>
        m.profilesChange({
          visibleTo: m.profilesVisibleTo({ visibility }),
          allowed: searchEngines ? 'yes' : 'no',
        })
      }
    />
  </Stack>
)
