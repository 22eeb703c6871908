import type { Availability, AvailabilityEdit } from '#shared/meetings/availability.ts'
import type { VersionedQuery } from '#client/lib/edits/use-versioned-form.ts'
import { request } from '#client/lib/request.ts'

export const availability: VersionedQuery<Availability> = {
  queryKey: ['availability'],
  queryFn: ({ signal }) => request('GET /api/me/availability', { signal }),
}

export const saveAvailability = ({ windows, daysOff }: AvailabilityEdit, version: number) =>
  request('PUT /api/me/availability', { body: { windows, daysOff }, ifMatch: version })
