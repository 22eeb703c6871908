/** Injected, so that tests can move time. Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

export const isoInstant = (epochMilliseconds: number) => new Date(epochMilliseconds).toISOString()
