import { useEffect } from 'react'

import { afterFirstContent } from './first-content.ts'

/**
 * Downloads the code of later screens once this one is shown, unless the person saves data. Then changing the screen needs
 * no file.
 * @param load the same function at every render, or nothing
 */
export function useScreensAhead(load: (() => Promise<unknown>) | false | undefined) {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    // One that is missing is loaded with its screen.
    if (load && !connection?.saveData) afterFirstContent(() => void load().catch(() => {}))
  }, [load])
}
