import { paths } from '#shared/paths.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import page from '#client/ui/public-page.module.css'

import { VisibilitySection } from './VisibilitySection.tsx'
import { Hall } from './Hall.tsx'
import styles from './Landing.module.css'
import { MeetingSteps } from './MeetingSteps.tsx'
import { FeatureList } from './FeatureList.tsx'
import { type ListedEvent, UpcomingEvents } from './UpcomingEvents.tsx'

export interface Product {
  name: string
  slug: string
}

interface Props {
  product: Product
  /** The community's own first lines; `html` comes sanitised from the server. */
  text?: { title: string; html: string } | undefined
  events: readonly ListedEvent[]
}

const leadClass = `${page.lead} ${styles.lead}`

/**
 * Takes the product as a prop, not from the page, so that the build can write it as HTML too. There the server replaces
 * the texts of what has a `data-landing` attribute (`server/http/community-pages.ts`).
 */
export const Landing = ({ product, text, events }: Props) => (
  <>
    <section className={`${page.band} ${page.hero} ${styles.hero}`}>
      <div className={styles.text}>
        <h1 className={page.title} data-landing-title>
          {text?.title || 'Where members meet, and help each other grow'}
        </h1>
        {text?.html ? (
          <div className={leadClass} data-landing-text dangerouslySetInnerHTML={{ __html: text.html }} />
        ) : (
          <div className={leadClass} data-landing-text>
            <p>
              {product.name} is your network’s own place for events, connections and the meetings that move
              your business forward.
            </p>
          </div>
        )}
        <div className={styles.actions}>
          <LinkButton data-for="visitor" to={paths.onboarding}>
            Create account
          </LinkButton>
          <LinkButton data-for="visitor" variant="secondary" to={paths.login}>
            Sign in
          </LinkButton>
          <LinkButton data-for="member" to={paths.dashboard}>
            Go to dashboard
          </LinkButton>
        </div>
      </div>
      <Hall />
    </section>
    {events.length > 0 && <UpcomingEvents events={events} />}
    <FeatureList slug={product.slug} />
    <MeetingSteps />
    <VisibilitySection />
    <section data-for="visitor" className={`${page.band} ${styles.close}`}>
      <h2 className={page.heading}>There is a seat for you</h2>
      <p className={page.lead}>All it takes is your email and a few minutes.</p>
      <LinkButton to={paths.onboarding}>Create account</LinkButton>
    </section>
  </>
)
