/** Injected, so that tests can move time. Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** An instant as `isoInstant` spells it, so that it can be compared as text. @param instant of `InstantSchema` */
export const normalInstant = (instant: string) =>
  Temporal.Instant.from(instant).toString({ fractionalSecondDigits: 3 })

export const isoInstant = (epochMilliseconds: number) => new Date(epochMilliseconds).toISOString()

/** Only years with four digits, because others would not sort as texts. */
const INSTANT = /^[12]\d{3}-/

/** The instant that a file names, as `isoInstant` spells it; undefined if it is none. */
export function instantOf(text: string | undefined): string | undefined {
  if (!text || !INSTANT.test(text)) return undefined
  try {
    return isoInstant(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    return undefined
  }
}
