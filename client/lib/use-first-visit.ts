import { useEffect, useState } from 'react'

import { deviceStorage } from './storage/storage.ts'

/** Whether a screen is shown for the first time on this device: only then does it explain itself. */
export function useFirstVisit(screen: string) {
  const key = `visited:${screen}`
  const [isFirst] = useState(() => deviceStorage.read(key) === null)
  useEffect(() => void deviceStorage.write(key, 'yes'), [key])
  return isFirst
}
