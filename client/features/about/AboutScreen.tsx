import { paths } from '#shared/paths.ts'
import { readSettings } from '#client/lib/settings.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import page from '#client/ui/public-page.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Arcade } from './Arcade.tsx'
import styles from './AboutScreen.module.css'
import { PRINCIPLES, ROLES } from './words.ts'

export function Component() {
  const { PRODUCT_NAME } = readSettings()
  return (
    <>
      <ScreenTitle>About</ScreenTitle>
      <section className={`${page.band} ${page.hero} ${styles.hero}`}>
        <h1 className={page.title}>A house for the people of one network</h1>
        <p className={page.lead}>
          A chapter, a chamber, an alumni or a founders’ network opens {PRODUCT_NAME} for its own people:
          somewhere to meet, to keep in touch, and to help each other’s business along.
        </p>
      </section>
      <Arcade />
      <section className={`${page.band} ${styles.columns}`}>
        <h2 className={page.heading}>Who is here</h2>
        <dl className={styles.terms}>
          {ROLES.map(({ name, words }) => (
            <div key={name} className={styles.term}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.sheet}>
        <div className={`${page.band} ${styles.columns}`}>
          <h2 className={page.heading}>The rules of the house</h2>
          <ul className={styles.rules}>
            {PRINCIPLES.map(({ title, words }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className={`${page.band} ${styles.close}`}>
        <h2 className={page.heading}>Come in</h2>
        <div className={styles.acts}>
          <LinkButton to={paths.onboarding}>Create account</LinkButton>
          <LinkButton variant="secondary" to={paths.login}>
            Sign in
          </LinkButton>
        </div>
      </section>
    </>
  )
}
