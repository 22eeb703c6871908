import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'

import * as community from '#shared/community/messages.ts'
import * as m from '#shared/app/messages.ts'
import type { AboutSection } from '#shared/lib/client-settings.ts'
import { paths } from '#shared/lib/paths.ts'
import { LinesIcon } from '#client/ui/icons/icons.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
// Used by the screens inside: imported here, it shares a file with the shell's own styles.
import '#client/ui/styles/public-page.module.css'
import { MAIN_ID, SkipLink } from '#client/ui/page/SkipLink.tsx'

import styles from './PublicShell.module.css'
import { ScreenChange } from './ScreenChange.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { Wordmark } from './Wordmark.tsx'

interface PublicShellProps {
  product: { name: string; slug: string }
  /** The about page's sections that have a text. */
  links: readonly AboutSection[]
  children: ReactNode
}

const MENU_ID = 'site-menu'

const SECTION_TITLES: Readonly<Record<AboutSection, () => string>> = {
  terms: community.aboutTerms,
  privacy: community.aboutPrivacy,
  contact: community.aboutContact,
}

export const PublicShell = ({ product, links, children }: PublicShellProps) => (
  <div className={styles.page}>
    <SkipLink />
    <ScreenChange />
    <header className={styles.bar}>
      <div className={styles.row}>
        <Wordmark name={product.name} to={paths.landing} />
        <nav aria-label={m.navSite()} className={styles.site}>
          <SiteLinks slug={product.slug} />
        </nav>
        <div className={styles.actions}>
          <ThemeButton />
          <AccountLinks />
          <button
            type="button"
            className={styles.menuButton}
            aria-label={m.navMenu()}
            popoverTarget={MENU_ID}
          >
            <LinesIcon />
          </button>
        </div>
      </div>
      <SiteMenu slug={product.slug} />
    </header>
    <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
      {children}
    </main>
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>{m.footer({ product: product.name })}</p>
        <nav aria-label={m.navFooter()} className={styles.footerLinks}>
          <SiteLinks slug={product.slug} />
          {links.map((section) => (
            <Link key={section} to={`${paths.about}#${section}`}>
              {SECTION_TITLES[section]()}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  </div>
)

/** The entries that do not fit into a narrow bar. */
const SiteMenu = ({ slug }: { slug: string }) => (
  <nav id={MENU_ID} popover="auto" aria-label={m.navSiteMenu()} className={styles.menu}>
    <SiteLinks slug={slug} />
    <NavLink data-for="member" to={paths.dashboard}>
      {m.dashboard()}
    </NavLink>
    <NavLink data-for="visitor" to={paths.login} className={styles.tightOnly!}>
      {community.signIn()}
    </NavLink>
    <NavLink data-for="visitor" to={paths.onboarding}>
      {community.createAccount()}
    </NavLink>
  </nav>
)

const SiteLinks = ({ slug }: { slug: string }) => (
  <>
    <NavLink viewTransition to={paths.about}>
      {community.about()}
    </NavLink>
    <NavLink viewTransition to={paths.prestige(slug)}>
      {m.prestige()}
    </NavLink>
  </>
)

const AccountLinks = () => (
  <>
    <LinkButton data-for="member" variant="secondary" to={paths.dashboard} className={styles.wideOnly}>
      {m.dashboard()}
    </LinkButton>
    <LinkButton data-for="visitor" variant="quiet" to={paths.login} className={styles.roomyOnly}>
      {community.signIn()}
    </LinkButton>
    <LinkButton data-for="visitor" to={paths.onboarding} className={styles.wideOnly}>
      {community.createAccount()}
    </LinkButton>
  </>
)
