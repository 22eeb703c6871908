import type { Sharing } from '#shared/prestige.ts'
import { paths } from '#shared/paths.ts'
import type { Visibility } from '#shared/profile.ts'
import { useSharing } from '#client/features/prestige/queries.ts'
import { readSettings } from '#client/lib/settings.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Card } from '#client/ui/Card.tsx'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'
import { Link } from 'react-router-dom'

const VISIBILITY_OPTIONS: readonly { value: Visibility; label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'connections', label: 'Your connections' },
  { value: 'me', label: 'Only you' },
]

/** Saved with each change. */
export function SharingCard({ sharing }: { sharing: Sharing }) {
  const saving = useSharing()
  const toast = useToast()
  const shown = saving.isPending ? saving.variables : sharing
  const save = (change: Partial<Sharing>) =>
    saving.mutate({ ...shown, ...change }, { onSuccess: () => toast('Saved.', { tone: 'success' }) })
  return (
    <Card title="Who sees your tier">
      <Stack gap={4}>
        {saving.error && <Notice tone="danger">{explainProblem(saving.error).message}</Notice>}
        <CheckboxField
          label="List me on the public prestige page"
          name="listed"
          checked={shown.listed}
          onChange={(listed) => save({ listed })}
          hint={
            <>
              Anyone, including people you blocked, can see your name, your tier, how many people confirmed
              it, and the profile fields that you made public, on{' '}
              <Link to={paths.prestige(readSettings().PRODUCT_SLUG)}>the prestige page</Link>. You’re not
              listed while you’re hidden from the directory.
            </>
          }
        />
        <SelectField
          label="On your profile"
          name="visibility"
          value={shown.visibility === 'public' ? 'members' : shown.visibility}
          onChange={(visibility) => save({ visibility: visibility as Visibility })}
          options={VISIBILITY_OPTIONS}
          hint="Shows your tier, since when, and how many people confirmed it."
        />
      </Stack>
    </Card>
  )
}
