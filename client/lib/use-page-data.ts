import { useEffect, useState } from 'react'

import type { PageData } from '#shared/programme/pages.ts'

import { pageData } from './settings.ts'

/**
 * Starts with the data in the page, so that nothing moves when the app takes over, and otherwise asks for them. The rest
 * of the page is useful without them.
 * @param ask always the same function
 */
export function usePageData<Id extends keyof PageData>(id: Id, ask: () => Promise<PageData[Id]>) {
  const [inPage] = useState(() => pageData(id))
  const [data, setData] = useState(inPage)
  useEffect(() => {
    if (!inPage) ask().then(setData, () => {})
  }, [inPage, ask])
  return data
}
