import type { Availability, AvailabilityEdit } from '#shared/availability.ts'
import type { VersionedQuery } from '#client/lib/edits/use-versioned-form.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/me/availability'

export const availability: VersionedQuery<Availability> = {
  queryKey: ['availability'],
  queryFn: ({ signal }) => request(URL, { signal }),
}

export const saveAvailability = ({ windows, daysOff }: AvailabilityEdit, version: number) =>
  request<Availability>(URL, { method: 'PUT', body: { windows, daysOff }, ifMatch: version })
