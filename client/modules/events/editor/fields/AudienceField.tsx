import * as m from '#shared/events/messages.ts'
import type { EventVisibility } from '#shared/events/rules.ts'
import { readSettings } from '#client/lib/settings.ts'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import type { Form } from '#client/ui/form/use-form.ts'

import type { EventDraft } from './event-draft.ts'

interface Props {
  form: Form<EventDraft>
  /** Audiences of the event’s chapters, which come before all members. */
  ofChapters?: readonly { value: EventVisibility; label: string; hint: string }[]
  offersPublic?: boolean
}

/** The audience of an event. */
export const AudienceField = ({ form, ofChapters = [], offersPublic = true }: Props) => (
  <RadioCards
    label={m.editorVisibility()}
    name="visibility"
    value={form.values.visibility}
    error={form.errors['visibility']}
    onChange={(value) => form.set('visibility', value)}
    options={[
      ...ofChapters,
      {
        value: 'members',
        label: m.eventVisibility({ visibility: 'members' }),
        hint: m.editorMembersHint(),
      },
      ...(offersPublic ? [publicAudience()] : []),
    ]}
  />
)

const publicAudience = () => ({
  value: 'public' as const,
  label: m.eventVisibility({ visibility: 'public' }),
  hint: m.editorPublicHint({ search: isSearchable() ? 'yes' : 'no' }),
})

/** Whether public events may appear in search engines. */
const isSearchable = () => readSettings().COMMUNITY?.eventSearchEngines !== false
