import type { LandingCommunity } from '#shared/community/landing.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import * as m from '#shared/community/messages.ts'
import page from '#client/ui/styles/public-page.module.css'

import styles from './Landing.module.css'

/** Figures of the community, and members who allow it. */
export const Community = ({ figures, faces }: LandingCommunity) => (
  <section className={`${page.band} ${styles.community}`}>
    <h2 className={page.heading}>{m.landingCommunity()}</h2>
    <ul className={styles.figures}>
      {figures.map(({ value, label }) => (
        <li key={label}>
          <strong>{value}</strong> {label}
        </li>
      ))}
    </ul>
    <ul className={styles.faces}>
      {faces.map(({ name, photo }) => (
        <li key={photo}>
          <img src={imageUrl(photo, 'small')} alt="" loading="lazy" />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  </section>
)
