import { useEffect, useState } from 'react'

import type { PublicTexts } from '#shared/community/settings.ts'
import { request } from '#client/lib/request.ts'
import { pageData, readSettings } from '#client/lib/settings.ts'

type Known = PublicTexts | 'loading' | 'failed'

/** The community's long texts. Some pages include them; others load them if there are any. */
export function useCommunityTexts(): Known {
  const [texts, setTexts] = useState(known)
  useEffect(() => {
    if (texts !== 'loading') return
    request('GET /api/public/texts').then(setTexts, () => setTexts('failed'))
  }, [texts])
  return texts
}

function known(): Known {
  const { about, links, agreement } = readSettings().COMMUNITY ?? {}
  const inPage = pageData('texts')
  return inPage ?? (about || links || agreement ? 'loading' : {})
}
