import { useEffect, useState } from 'react'

import type { PublicTexts } from '#shared/community-settings.ts'

import { request } from './request.ts'
import { pageData, readSettings } from './settings.ts'

type Known = PublicTexts | 'loading' | 'failed'

/** The community's long texts. Some pages bring them along; others load them if there are any. */
export function useCommunityTexts(): Known {
  const [texts, setTexts] = useState(known)
  useEffect(() => {
    if (texts !== 'loading') return
    request<PublicTexts>('/api/public/texts').then(setTexts, () => setTexts('failed'))
  }, [texts])
  return texts
}

function known(): Known {
  const { about, links, consent } = readSettings().COMMUNITY ?? {}
  const inPage = pageData('texts') as PublicTexts | undefined
  return inPage ?? (about || links || consent ? 'loading' : {})
}
