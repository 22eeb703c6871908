import { imageUrl } from '#shared/lib/image-rules.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import { EventMotif } from '#client/modules/events/events/EventMotif.tsx'

interface Props {
  event: Pick<PublicEvent, 'cover' | 'motif' | 'tint'>
  className: string
  loading?: 'lazy'
}

/** The cover, or a motif. */
export const EventPicture = ({ event: { cover, motif, tint }, className, loading }: Props) =>
  cover ? (
    <img className={className} src={imageUrl(cover)} alt="" loading={loading} decoding="async" />
  ) : (
    <EventMotif motif={motif} tint={tint} className={className} />
  )
