import type { Availability } from '#shared/availability.ts'
import { availabilityErrors, sortedHours } from '#shared/availability-rules.ts'
import { useVersionedForm } from '#client/lib/edits/use-versioned-form.ts'

import { availability, saveAvailability } from './queries.ts'

const valuesOf = ({ windows, daysOff, version }: Availability) => ({ windows, daysOff, version })

export const useAvailabilityForm = () =>
  useVersionedForm({
    saved: availability,
    valuesOf,
    draft: 'availability',
    normalise: (values) => ({ ...values, ...sortedHours(values) }),
    check: availabilityErrors,
    send: ({ version, ...edit }) => saveAvailability(edit, version),
    success: 'Availability saved.',
  })

export type AvailabilityForm = ReturnType<typeof useAvailabilityForm>['form']
