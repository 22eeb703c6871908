import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/meetings/messages.ts'
import { changeOwnProfile } from '#client/modules/people/members/change-own-profile.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { formatTimeIn } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

import styles from './availability.module.css'

/** The zone in which the member sees every time, and in which their hours are given. */
export function TimeZoneForm() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    initial: { timeZone: profile.timeZone },
    draft: 'time-zone',
    submit: async ({ timeZone }) => {
      await changeOwnProfile(cache, { timeZone })
      // Lists are grouped by day.
      await cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ownProfile.queryKey[0] })
      toast(m.zoneSaved(), { tone: 'success' })
    },
    explain: (error) =>
      error instanceof ProblemError && error.fields?.['displayName']
        ? { message: m.zoneNeedsName() }
        : undefined,
  })
  const { timeZone } = form.values
  const time = useClock((now) => formatTimeIn(timeZone, now))
  return (
    <form {...form.props} className={styles.zone}>
      <TimeZoneField {...form.field('timeZone')} hint={m.zoneHint({ time })} />
      {timeZone !== profile.timeZone && <Submit form={form} label={m.zoneSave()} />}
    </form>
  )
}
