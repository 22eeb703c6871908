import { formatAddress } from '#shared/address.ts'
import type { EventDetails } from '#shared/events.ts'
import { FORMAT_NAMES } from './labels.ts'

import styles from './details.module.css'

const mapUrl = (place: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`

export function Where({ event: { format, venue, joinUrl, status } }: { event: EventDetails }) {
  const address = venue && formatAddress(venue.address)
  return (
    <div className={styles.where}>
      <span>{FORMAT_NAMES[format]}</span>
      {venue?.name && <strong>{venue.name}</strong>}
      {address && (
        <>
          <span>{address}</span>
          <a href={mapUrl(address)} rel="noreferrer" target="_blank">
            Show on a map
          </a>
        </>
      )}
      {format !== 'inPerson' && (status === 'draft' || status === 'published') && (
        <Online joinUrl={joinUrl} />
      )}
    </div>
  )
}

const Online = ({ joinUrl }: { joinUrl: string | undefined }) =>
  joinUrl ? (
    <a href={joinUrl} rel="noreferrer" target="_blank">
      Join online
    </a>
  ) : (
    <span className={styles.quiet}>The link to join is here for those who are going.</span>
  )
