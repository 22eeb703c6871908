import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { LinesIcon } from '#client/ui/icons.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
// For the screens inside: imported here, it shares a file with the shell's own styles.
import '#client/ui/public-page.module.css'
import { MAIN_ID, SkipLink } from '#client/ui/SkipLink.tsx'

import styles from './PublicShell.module.css'
import { ScreenChange } from './ScreenChange.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { Wordmark } from './Wordmark.tsx'

interface PublicShellProps {
  product: { name: string; slug: string }
  /** Titles of the about page's sections that have a text. */
  links: readonly string[]
  children: ReactNode
}

const MENU_ID = 'site-menu'

export const PublicShell = ({ product, links, children }: PublicShellProps) => (
  <div className={styles.page}>
    <SkipLink />
    <ScreenChange />
    <header className={styles.bar}>
      <div className={styles.row}>
        <Wordmark name={product.name} to={paths.landing} />
        <nav aria-label="Site" className={styles.site}>
          <SiteLinks slug={product.slug} />
        </nav>
        <div className={styles.actions}>
          <ThemeButton />
          <AccountLinks />
          <button type="button" className={styles.menuButton} aria-label="Menu" popoverTarget={MENU_ID}>
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
        <p>{product.name}, a members’ network</p>
        <nav aria-label="Footer" className={styles.footerLinks}>
          <SiteLinks slug={product.slug} />
          {links.map((title) => (
            <Link key={title} to={`${paths.about}#${title.toLowerCase()}`}>
              {title}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  </div>
)

/** What a narrow bar has no room for. */
const SiteMenu = ({ slug }: { slug: string }) => (
  <nav id={MENU_ID} popover="auto" aria-label="Site menu" className={styles.menu}>
    <SiteLinks slug={slug} />
    <NavLink data-for="member" to={paths.dashboard}>
      Dashboard
    </NavLink>
    <NavLink data-for="visitor" to={paths.login} className={styles.tightOnly!}>
      Sign in
    </NavLink>
    <NavLink data-for="visitor" to={paths.onboarding}>
      Create account
    </NavLink>
  </nav>
)

const SiteLinks = ({ slug }: { slug: string }) => (
  <>
    <NavLink viewTransition to={paths.about}>
      About
    </NavLink>
    <NavLink viewTransition to={paths.prestige(slug)}>
      Prestige
    </NavLink>
  </>
)

const AccountLinks = () => (
  <>
    <LinkButton data-for="member" variant="secondary" to={paths.dashboard} className={styles.wideOnly}>
      Dashboard
    </LinkButton>
    <LinkButton data-for="visitor" variant="quiet" to={paths.login} className={styles.roomyOnly}>
      Sign in
    </LinkButton>
    <LinkButton data-for="visitor" to={paths.onboarding} className={styles.wideOnly}>
      Create account
    </LinkButton>
  </>
)
