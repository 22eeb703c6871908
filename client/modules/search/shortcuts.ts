import { SECOND } from '#shared/lib/durations.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'

import { keyedPlaces } from './results.ts'

/** Begins the shortcuts of places. */
export const GO = 'g'
export const LIST = '?'

/** Milliseconds between the two keys of a shortcut. */
const PAUSE = 1.5 * SECOND
const STORED = 'shortcuts'
const OFF = 'off'

/** People who dictate press single keys without meaning to, and can switch them off (WCAG 2.1.4). */
export const areShortcutsOn = () => deviceStorage.read(STORED) !== OFF

export function switchShortcuts(isOn: boolean) {
  if (isOn) deviceStorage.remove(STORED)
  else deviceStorage.write(STORED, OFF)
}

let begunAt = -Infinity

interface Shell {
  role: MemberRole
  navigate: (path: string) => unknown
  /** Opens the list of shortcuts. */
  show: (isList: true) => void
}

/** Does what the key asks for, if it is a shortcut. */
export function follow({ key, timeStamp }: KeyboardEvent, { role, navigate, show }: Shell) {
  const isSecond = timeStamp - begunAt < PAUSE
  begunAt = key === GO && !isSecond ? timeStamp : -Infinity
  if (!areShortcutsOn()) return
  if (key === LIST) show(true)
  const place = isSecond && keyedPlaces(role).find((each) => each.key === key)
  if (place) navigate(place.to)
}
