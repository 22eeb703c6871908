/** Injected, so that tests can move time. Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** An instant as `isoInstant` spells it, so that it can be compared as text. @param instant of `InstantSchema` */
export const normalInstant = (instant: string) =>
  Temporal.Instant.from(instant).toString({ fractionalSecondDigits: 3 })

export const isoInstant = (epochMilliseconds: number) => new Date(epochMilliseconds).toISOString()
