/** Time comes in through `deps`, so that tests move it by hand. Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

export const isoInstant = (epochMilliseconds: number) => new Date(epochMilliseconds).toISOString()
