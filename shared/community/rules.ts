/** Limits of the settings. Imports nothing, so that the browser can import it. Characters, and items of a list. */
export const SETTINGS_LIMITS = {
  /** Visits of a guest without an account within a year. */
  guestVisits: 12,
  title: 120,
  organisation: 80,
  landing: 1_000,
  text: 20_000,
  consent: 4_000,
  industry: 60,
  industries: 100,
  industryWord: 40,
  /** Search words of each industry. */
  industryWords: 20,
} as const
