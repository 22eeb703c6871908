import * as m from '#shared/admin/messages.ts'
import type { SettingsOf } from '#shared/community/settings.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

const same = <V,>(value: V) => value

export const PublicEventsSection = () => (
  <Stack gap={8}>
    <SectionForm<'publicEvents', SettingsOf<'publicEvents'>>
      section="publicEvents"
      lead={m.publicEventsLead()}
      labels={{ searchEngines: m.searchEngines(), feeds: m.publicEventsFeeds() }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <>
          <CheckboxField
            name="searchEngines"
            label={m.publicEventsSearch()}
            hint={m.publicEventsSearchHint()}
            checked={form.values.searchEngines}
            onChange={(checked) => form.set('searchEngines', checked)}
          />
          <CheckboxField
            name="feeds"
            label={m.publicEventsFeed()}
            hint={m.publicEventsFeedHint()}
            checked={form.values.feeds}
            onChange={(checked) => form.set('feeds', checked)}
          />
        </>
      )}
    </SectionForm>
    <History
      section="publicEvents"
      describe={({ searchEngines, feeds }) =>
        m.publicEventsChange({ allowed: searchEngines ? 'yes' : 'no', feeds: feeds ? 'yes' : 'no' })
      }
    />
  </Stack>
)
