import * as m from '#shared/meetings/messages.ts'
import type { Availability } from '#shared/meetings/availability.ts'
import { availabilityErrors, sortedHours } from '#shared/meetings/availability-rules.ts'
import { useVersionedForm } from '#client/lib/edits/use-versioned-form.ts'

import { availability, saveAvailability } from './queries.ts'

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
