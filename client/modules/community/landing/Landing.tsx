import type { ReactNode } from 'react'

import * as m from '#shared/community/messages.ts'
import type { LandingCommunity } from '#shared/community/landing.ts'
import type { TitledHtml } from '#shared/lib/client-settings.ts'
import { paths } from '#shared/lib/paths.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { rich } from '#client/ui/rich.tsx'
import page from '#client/ui/styles/public-page.module.css'

import { Community } from './Community.tsx'
import { VisibilitySection } from './VisibilitySection.tsx'
import { Hall } from './Hall.tsx'
import styles from './Landing.module.css'
import { MeetingSteps } from './MeetingSteps.tsx'
import { FeatureList } from './FeatureList.tsx'

interface Product {
  name: string
  slug: string
}

interface Props {
  product: Product
  /** Name of the organisation that hosts the community. */
  host?: string | undefined
  /** The community's own first lines; `html` comes sanitised from the server. */
  text?: TitledHtml | undefined
  /** The next public events. */
  upcoming: ReactNode
  community: LandingCommunity | undefined
}

const leadClass = `${page.lead} ${styles.lead}`

export const Landing = ({ product, host, text, upcoming, community }: Props) => (
  <>
    <section className={`${page.band} ${page.hero} ${styles.hero}`}>
      <div className={styles.text}>
        {host && <p className={styles.host}>{rich(m.landingHosted({ host: <strong>{host}</strong> }))}</p>}
        <h1 className={page.title} {...text?.titleIn}>
          {text?.title || m.landingTitle()}
        </h1>
        {text?.html ? (
          <div className={leadClass} dangerouslySetInnerHTML={{ __html: text.html }} />
        ) : (
          <div className={leadClass}>
            <p>{m.landingLead({ product: product.name })}</p>
          </div>
        )}
        <div className={styles.actions}>
          <LinkButton data-for="visitor" to={paths.onboarding}>
            {m.createAccount()}
          </LinkButton>
          <LinkButton data-for="visitor" variant="secondary" to={paths.login}>
            {m.signIn()}
          </LinkButton>
          <LinkButton data-for="member" to={paths.dashboard}>
            {m.goToDashboard()}
          </LinkButton>
        </div>
      </div>
      <Hall />
    </section>
    {upcoming}
    {community && community.figures.length + community.faces.length > 0 && <Community {...community} />}
    <FeatureList slug={product.slug} />
    <MeetingSteps />
    <VisibilitySection />
    <section data-for="visitor" className={`${page.band} ${styles.close}`}>
      <h2 className={page.heading}>{m.closeTitle()}</h2>
      <p className={page.lead}>{m.closeText()}</p>
      <LinkButton to={paths.onboarding}>{m.createAccount()}</LinkButton>
    </section>
  </>
)
