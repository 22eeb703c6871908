import { useQuery } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import { request } from '#client/lib/request.ts'
import { Badge } from '#client/ui/Badge.tsx'

/** Tells the owner how many members offered to help with the ask. */
export function Helpers({ askId }: { askId: string }) {
  // Without the numbers the list still works.
  const { data } = useQuery({
    queryKey: ['asks', 'own'],
    queryFn: ({ signal }) => request('GET /api/asks/own', { signal }),
    throwOnError: false,
  })
  const count = data?.items.find(({ id }) => id === askId)?.helpers
  return count ? <Badge>{m.askHelpers({ count })}</Badge> : null
}
