import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'

import { About, DefaultLead } from '#client/modules/community/about/About.tsx'
import { StillInvitation, StillSignIn } from '#client/modules/accounts/sign-in/SignInForm.tsx'
import { Landing, type Product } from '#client/modules/community/landing/Landing.tsx'
import { LinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'
import { UpcomingEvents } from '#client/modules/events/public-events/UpcomingEvents.tsx'
import { PrestigeRules } from '#client/modules/prestige/PrestigeRules.tsx'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import * as accounts from '#shared/accounts/messages.ts'
import * as community from '#shared/community/messages.ts'
import * as m from '#shared/app/messages.ts'
import { HOST_NAME } from '#shared/community/rules.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import type { AboutSection } from '#shared/lib/client-settings.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Screen } from '#shared/lib/screens.ts'

import { MemberShell, PendingButton } from './shells/MemberShell.tsx'
import { PublicShell } from './shells/PublicShell.tsx'

/** The build sets its language. */
export { setLanguageSource } from '#shared/lib/language/current.ts'

/** The server replaces the names of fields by an event's texts, in the landing's entry for each event. */
const EVENT = {
  id: '__event-id__',
  title: '__event-title__',
  summary: '__event-summary__',
  startsAt: '__event-startsAt__',
  endsAt: '__event-endsAt__',
  status: 'published' as const,
  timeZone: '__event-timeZone__',
  // The server writes it as text, which `boot.ts` compares.
  allDay: '__event-allDay__' as unknown as boolean,
  when: '__event-when__',
  place: '__event-place__',
  seats: '__event-seats__',
  cover: '__event-cover__',
  motif: '__event-motif__',
  tint: '__event-tint__',
}

/** The server repeats the figure and the face, or removes them. */
const COMMUNITY = {
  figures: [{ value: '__value__', label: '__label__' }],
  faces: [{ name: '__name__', photo: '__photo__' }],
}

/** The server removes the links without a text, and the line of a host without a name. */
const LINKS: readonly AboutSection[] = ['terms', 'privacy', 'contact']

const publicShell = (product: Product, path: string, screen: ReactNode) => (
  <StaticRouter location={path}>
    <PublicShell product={product} links={LINKS}>
      {screen}
    </PublicShell>
  </StaticRouter>
)

/** The landing as a visitor first sees it. Runs in the build, never in a browser. */
export const renderLanding = (product: Product) =>
  renderToStaticMarkup(
    publicShell(
      product,
      paths.landing,
      <Landing
        product={product}
        host={HOST_NAME}
        upcoming={<UpcomingEvents events={[EVENT]} feedHost="__feed-host__" />}
        community={COMMUNITY}
      />,
    ),
  )

/** The server fills in the texts that the community has set, and removes the others. */
const ownText = (name: keyof PublicTexts) => ({ html: `__text-${name}__` })

/** Other screens with a `still`, by module, as first rendered for a visitor. */
const STILLS: Readonly<Record<string, (product: Product) => { title: string; screen: ReactNode }>> = {
  About: (product) => ({
    title: community.about(),
    screen: (
      <About
        lead={
          <>
            <DefaultLead productName={product.name} />
            <section data-about-text>
              <SanitisedHtml {...ownText('about')} />
            </section>
          </>
        }
        texts={{ terms: ownText('terms'), privacy: ownText('privacy'), contact: ownText('contact') }}
      />
    ),
  }),
  Prestige: () => ({ title: m.prestige(), screen: <PrestigeRules /> }),
  SignIn: () => ({ title: community.signIn(), screen: forVisitors(<StillSignIn />) }),
  Event: () => ({
    title: accounts.createAccountTitle(),
    screen: forVisitors(<StillInvitation event={<LinkedEvent event={EVENT} />} />),
  }),
}

export function renderStill(product: Product, { path, module, kind }: Screen) {
  const still = STILLS[module]
  if (!still) throw new Error(`${module} has no still.`)
  const { title, screen } = still(product)
  const shell = publicShell(product, path, screen)
  return { title, html: renderToStaticMarkup(kind === 'shared' ? forVisitors(shell) : shell) }
}

/** For members, the app is about to open another screen or shell. */
const forVisitors = (screen: ReactNode) => (
  <>
    <div data-for="visitor">{screen}</div>
    <div data-for="member">
      <ScreenSpinner />
    </div>
  </>
)

const account = (
  <PendingButton>
    <Avatar name="" size="small" />
  </PendingButton>
)

/** A member's screen that is still loading. Visitors are about to be asked to sign in. */
export const renderMemberShell = (product: Product, path: string) =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <div data-for="member">
        <MemberShell
          productName={product.name}
          person={{ email: '', role: 'member' }}
          isOpen
          onSignOut={() => {}}
          account={account}
        >
          <ScreenSpinner />
        </MemberShell>
      </div>
      <div data-for="visitor">
        <ScreenSpinner />
      </div>
    </StaticRouter>,
  )
