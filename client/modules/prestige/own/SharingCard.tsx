import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/prestige/messages.ts'
import type { Sharing } from '#shared/prestige/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Visibility } from '#shared/people/profile.ts'
import { useSharing } from '#client/modules/prestige/queries.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Card } from '#client/ui/Card.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { rich } from '#client/ui/rich.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'

const visibilityOptions = (): readonly { value: Visibility; label: string }[] => [
  { value: 'members', label: m.sharingMembers() },
  { value: 'connections', label: m.sharingConnections() },
  { value: 'me', label: m.sharingMe() },
]

const prestigePage = (content: Content) => (
  <Link to={paths.prestige(readSettings().PRODUCT_SLUG)}>{rich(content)}</Link>
)

/** Saves each change at once. */
export function SharingCard({ sharing }: { sharing: Sharing }) {
  const saving = useSharing()
  const shown = saving.isPending ? saving.variables : sharing
  const save = (change: Partial<Sharing>) => saving.run({ ...shown, ...change })
  return (
    <Card title={m.sharingTitle()}>
      <Stack gap={4}>
        <Problem error={saving.error} />
        <CheckboxField
          label={m.sharingListed()}
          name="listed"
          checked={shown.listed}
          onChange={(listed) => save({ listed })}
          hint={rich(m.sharingListedHint({ link: prestigePage }))}
        />
        <SelectField
          label={m.sharingProfile()}
          name="visibility"
          value={shown.visibility === 'public' ? 'members' : shown.visibility}
          onChange={(visibility) => save({ visibility })}
          options={visibilityOptions()}
          hint={m.sharingProfileHint()}
        />
      </Stack>
    </Card>
  )
}
