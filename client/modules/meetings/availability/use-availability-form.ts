import * as m from '#shared/meetings/messages.ts'
import type { Availability, AvailabilityEdit } from '#shared/meetings/availability.ts'
import { availabilityErrors, sortedHours } from '#shared/meetings/availability-rules.ts'
import { useVersionedForm, type VersionedQuery } from '#client/lib/edits/use-versioned-form.ts'
import { request } from '#client/lib/request.ts'

const editOf = ({ windows, daysOff }: Availability) => ({ windows, daysOff })

export const useAvailabilityForm = () =>
  useVersionedForm({
    saved: availability,
    editOf,
    draft: 'own-availability',
    normalise: sortedHours,
    check: availabilityErrors,
    send: saveAvailability,
    success: m.hoursSaved(),
  })

export type AvailabilityForm = ReturnType<typeof useAvailabilityForm>['form']

const availability: VersionedQuery<Availability> = {
  queryKey: ['availability'],
  queryFn: ({ signal }) => request('GET /api/me/availability', { signal }),
}

const saveAvailability = ({ windows, daysOff }: AvailabilityEdit, version: number) =>
  request('PUT /api/me/availability', { body: { windows, daysOff }, ifMatch: version })
