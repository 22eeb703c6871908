import { queryOptions } from '@tanstack/react-query'

import type { Availability, AvailabilityEdit } from '#shared/availability.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/me/availability'

export const availability = queryOptions({
  queryKey: ['availability'],
  queryFn: ({ signal }) => request<Availability>(URL, { signal }),
})

export const saveAvailability = ({ windows, daysOff }: AvailabilityEdit, version: number) =>
  request<Availability>(URL, { method: 'PUT', body: { windows, daysOff }, ifMatch: version })
