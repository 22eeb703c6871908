/** Whether it is the exact IANA name of a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets like "+01:00" are accepted too, but are no time zones. Of names, Intl knows some that Temporal does not.
    return /^[A-Za-z]/.test(name) && new Temporal.ZonedDateTime(0n, name).timeZoneId === name
  } catch {
    return false
  }
}
