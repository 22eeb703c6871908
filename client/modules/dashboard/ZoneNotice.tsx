import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { settingsPath } from '#shared/lib/paths/profile.ts'
import * as m from '#shared/dashboard/messages.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import { deviceTimeZone } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { zoneLabel } from '#shared/lib/time-zone-labels.ts'
import { isSameClock } from '#client/lib/time/zones.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { Button } from '#client/ui/Button.tsx'

import styles from './dashboard.module.css'

/** Key of the device's time zone for which the member has kept the one of their profile. */
const KEPT = 'kept-zone'

/** Tells travellers that times are not those of their clock. */
export function ZoneNotice() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const [kept, setKept] = useState(() => deviceStorage.read(KEPT))
  const device = deviceTimeZone()
  const now = useClock((at) => new Date(at - (at % HOUR)).toISOString())
  // Without a name, the profile is incomplete and its zone not used.
  if (!profile.displayName || kept === device || isSameClock(device, profile.timeZone, now)) return null

  const zone = zoneLabel(profile.timeZone, now)
  function keep() {
    document.querySelector('h1')?.focus()
    deviceStorage.write(KEPT, device)
    setKept(device)
  }
  return (
    <p className={styles.zone}>
      {m.zoneDiffers({ zone, device: zoneLabel(device, now) })}{' '}
      <span>
        <Link viewTransition to={settingsPath('availability')} className={styles.link}>
          {m.zoneChange()}
        </Link>
        <Button variant="quiet" onClick={keep}>
          {m.zoneKeep()}
        </Button>
      </span>
    </p>
  )
}
