import { useInfiniteQuery } from '@tanstack/react-query'

import type { GuestsOverLimitProps } from '#client/modules/events/editor/fields/AttendanceFields.tsx'
import { guestsOverLimit } from '#client/modules/events/events/labels.ts'
import { Notice } from '#client/ui/Notice.tsx'

import { eventRoster } from './queries.ts'

/** Existing RSVPs keep their guests, so organisers have to inform some members about a lower limit. */
export function GuestsOverLimit({ event, limit }: GuestsOverLimitProps) {
  const { data } = useInfiniteQuery({ ...eventRoster(event, { filter: 'all', q: '' }), throwOnError: false })
  const message = data && guestsOverLimit(data.partySizes, limit)
  return message && <Notice tone="warning">{message}</Notice>
}
