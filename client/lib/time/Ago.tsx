import { formatRelative } from '#client/lib/time/relative.ts'
import { useClock } from '#client/lib/time/use-clock.ts'

/** How long ago something was. It is past, even where the clock of this device is behind. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at}>{useClock((now) => formatRelative(at, Math.max(now, Date.parse(at) + 1)))}</time>
)
