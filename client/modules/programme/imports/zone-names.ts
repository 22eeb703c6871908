/** Whether it is an IANA name, which both the browser and the server know. */
export function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Temporal.ZonedDateTime(0n, name).timeZoneId === name
  } catch {
    return false
  }
}

/** The IANA name in the identifier of a zone: some programs put a path before it. */
export const zoneIn = (tzid: string): string | undefined =>
  [tzid, tzid.split('/').slice(-2).join('/'), tzid.split('/').slice(-3).join('/')].find(isZone)
