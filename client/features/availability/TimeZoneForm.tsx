import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { editOf } from '#shared/profile-edit.ts'
import type { OwnProfile } from '#shared/members.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { request } from '#client/lib/request.ts'
import { formatTimeIn } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { TimeZoneField } from '#client/lib/TimeZoneField.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './availability.module.css'

/** The zone in which the member sees every time, and in which their hours are meant. */
export function TimeZoneForm() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    initial: { timeZone: profile.timeZone },
    draft: 'time-zone',
    submit: async ({ timeZone }) => {
      const saved = await save(timeZone, () =>
        cache.fetchQuery({ ...ownProfile, staleTime: 0, retry: false }),
      )
      cache.setQueryData(ownProfile.queryKey, saved)
      // Lists are grouped by day.
      await cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ownProfile.queryKey[0] })
      toast('Time zone saved.', { tone: 'success' })
    },
    explain: (error) =>
      error instanceof ProblemError && error.fields?.['displayName']
        ? { message: 'Add your name to your profile first. Until then we use the time zone of your device.' }
        : undefined,
  })
  const { timeZone } = form.values
  const time = useClock((now) => formatTimeIn(timeZone, now))
  return (
    <form {...form.props} className={styles.zone}>
      <TimeZoneField
        {...form.field('timeZone')}
        hint={`All times are shown in it. It’s ${time} there now.`}
      />
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {timeZone !== profile.timeZone && (
        <div>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save time zone
          </Button>
        </div>
      )}
    </form>
  )
}

/** Changes one field of the profile. When another device has just saved others, they stay as saved. */
async function save(timeZone: string, reload: () => Promise<OwnProfile>, attempts = 3): Promise<OwnProfile> {
  const profile = await reload()
  try {
    const body = { ...editOf(profile), timeZone }
    return await request<OwnProfile>('/api/me', { method: 'PUT', body, ifMatch: profile.version })
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'stale_version') || attempts === 1) throw error
    return save(timeZone, reload, attempts - 1)
  }
}
