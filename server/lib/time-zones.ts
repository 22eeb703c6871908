/** Whether it is a zone that this machine knows by an IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets like "+01:00" are accepted too, but are no time zones.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
