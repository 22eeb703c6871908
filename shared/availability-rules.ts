/** Limits of availability. Imports nothing, so that the browser can import it. */
export const AVAILABILITY_LIMITS = { windows: 28, windowsPerDay: 4, away: 20 } as const

/** Until a member sets their own: Monday to Friday, 9 to 17. */
export const USUAL_HOURS = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))
