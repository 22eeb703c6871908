import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

import { bootScript } from './build/boot-script.ts'
import { breakpoints } from './build/breakpoints.ts'
import { buildId } from './build/build-id.ts'
import { cssSources } from './build/css-sources.ts'
import { fontPreload } from './build/font-preload.ts'
import { guide } from './build/guide.ts'
import { languageOfBuild, messages, pageTexts } from './build/messages.ts'
import { noFallbackThrottle } from './build/no-fallback-throttle.ts'
import { offlinePage } from './build/offline.ts'
import { precompress } from './build/precompress.ts'
import { pageFiles } from './build/page-files.ts'

const LANGUAGE = languageOfBuild()

const server = process.env['SERVER_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** Paths on the page's origin that the Vite server cannot answer, including those of the Auth emulator. */
const SERVER_PATHS = [
  '/api',
  '/images',
  '/theme',
  '/previews',
  '/robots.txt',
  '/sitemap.xml',
  '/calendar',
  '/unsubscribe',
  '/__',
  '/emulator',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
]

/**
 * Groups of modules that are loaded together: on a slow line each file costs as much as ten kilobytes. The first that
 * matches has a module, and everything it imports. Parts of a library that only a later screen needs are not
 * `$initial`, and are loaded with that screen.
 */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  // Two files for every visit: libraries, which change only with their versions, and the app's own frame.
  { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
  { name: 'app', tags: ['$initial'] },
  // Fields and other small parts that nearly every screen has.
  {
    name: 'form',
    test: /[\\/]client[\\/](lib[\\/](lazy-part|use-first-visit|use-screens-ahead|storage[\\/]draft-fields|time[\\/](dates|use-clock))|modules[\\/]community[\\/]about[\\/]community-texts|ui[\\/](overlays[\\/]Dialog|page[\\/](ForVisitors|PageHeader)|styles[\\/]patterns|link-to|form[\\/](use-form|Submit|(Checkbox|Password|Select|Text)?Field)|Notice|crash[\\/]Problem|markdown[\\/](SanitisedHtml|Markdown\.module)))\./,
  },
  // Signing in and creating an account.
  {
    name: 'sign-in',
    test: /[\\/](accounts[\\/]sign-in[\\/]|app[\\/]routes[\\/](SignIn|ResetPassword)\.|LinkedEvent\.)/,
  },
  // The data cache, for screens that load a person's data.
  {
    name: 'data',
    test: /[\\/](PersonalLayout|invitation-rules|(change-)?own-profile|profile-edit|profile)\.|[\\/]shared[\\/]lib[\\/]lists\.|[\\/]@tanstack[\\/]/,
  },
  // The members' shell, the first screen behind the sign-in, and small modules that most members' screens share.
  {
    name: 'member',
    test: /[\\/](access|MemberLayout|Dashboard|Bell|RelationshipMenu|draft-base|stored-drafts|use-new-draft|use-url-params|Unsaved|kept-codes|countries|industries|failures|use-report)\.|[\\/]ui[\\/](crash[\\/]Loading|form[\\/](CopyField|RadioCards|SearchField|search-error)|overlays[\\/]ConfirmDialog|lists[\\/](EmptyState|FoldedFilters|ShowMore)|page[\\/]Tabs|Facts|Stack|text[\\/]LinkedText)\.|[\\/]shared[\\/](events|meetings)[\\/](labels|motifs|rules)\.|[\\/]shared[\\/]lib[\\/]paths[\\/](meetings|profile)\.|[\\/]events[\\/]events[\\/](labels|queries)\.|[\\/]attendance[\\/]check-in[\\/]queries\.|[\\/]shared[\\/](prestige[\\/]|people[\\/]tiers\.)|[\\/]modules[\\/]prestige[\\/](labels|queries|Rosette|tier-petals)\.|[\\/]ui[\\/]people[\\/]AvatarPile\./,
  },
  // Small parts of several screens that a community with one chapter does not load.
  {
    name: 'chapters',
    test: /[\\/](shared[\\/]chapters[\\/]rights|people[\\/]directory[\\/](chapter-choices|Chapter\w+)|rounds[\\/]chapters[\\/]\w+)\./,
  },
  // An RSVP without a connection needs what sends it later.
  { name: 'event', test: /[\\/](app[\\/]routes[\\/]Event\.|rsvps[\\/]unsent[\\/])/ },
  { name: 'meetings', test: /CreateGrowthMeeting(Screen)?\./ },
  {
    name: 'people',
    test: /[\\/](Connection|Connections|ConnectionScreen|MemberProfile|OwnProfile|OwnTier|ProfilePage|TierReached)\./,
  },
  // Controls of longer forms and filtered lists.
  {
    name: 'controls',
    test: /[\\/]ui[\\/](form[\\/](Combobox|FieldGroup|Stepper|TextListField)|lists[\\/](DataTable|FilterBar|FilterChips)|text[\\/]MarkedText)\.|[\\/]lib[\\/](edits[\\/]|time[\\/](MomentField|TimeZoneField|zone-options))|[\\/]people[\\/](picker[\\/]|directory[\\/]MatchedLine\.|connections[\\/]lists[\\/]FoundPerson\.)/,
  },
  // Parts below the facts of an event.
  {
    name: 'event-more',
    test: /[\\/](conversation[\\/](discussion[\\/]|feedback[\\/]|recaps[\\/]Recap\.)|events[\\/]series[\\/]parts\.|rounds[\\/]tables[\\/](OwnTables|queries)\.|screens[\\/]EventPeople\.|attendance[\\/]series[\\/])/,
  },
]

/** Compressing the files takes most of a build. That is no reason for a warning. */
const CHECKS = { pluginTimings: false }

const ROUTER = 'react-router'
const ROUTER_FILES = fileURLToPath(new URL(`../node_modules/${ROUTER}/dist/production`, import.meta.url))

export default defineConfig({
  root: import.meta.dirname,
  // The server's Host check allows one origin, so the proxy must not rewrite it.
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  // The package gives bundlers its development build, whose warnings no visitor reads.
  resolve: {
    alias: {
      [`${ROUTER}/dom`]: `${ROUTER_FILES}/dom-export.mjs`,
      [ROUTER]: `${ROUTER_FILES}/index.mjs`,
    },
  },
  build: {
    outDir: fileURLToPath(
      new URL(LANGUAGE === 'en' ? '../dist/client' : `../dist/languages/${LANGUAGE}`, import.meta.url),
    ),
    emptyOutDir: true,
    target: 'es2023',
    // Every browser with popovers supports modulepreload.
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
    // Read by the test of the bundle budgets. The server serves no folder that starts with a dot.
    manifest: true,
    // Measured by the test of the bundle budgets.
    reportCompressedSize: false,
    // A data: URL would need its own permission in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: CHECKS,
      output: {
        codeSplitting: { groups: GROUPS.map((group, at) => ({ ...group, priority: GROUPS.length - at })) },
      },
    },
  },
  // Workers have texts, too.
  worker: { format: 'es', plugins: () => [messages(LANGUAGE)], rolldownOptions: { checks: CHECKS } },
  css: { postcss: { plugins: [cssSources()] } },
  // Its binary is loaded from beside its code, where the development server's bundler would not put it.
  optimizeDeps: { exclude: ['@jsquash/webp'] },
  plugins: [
    react(),
    messages(LANGUAGE),
    pageTexts(LANGUAGE),
    noFallbackThrottle(),
    breakpoints(),
    bootScript(LANGUAGE),
    fontPreload(),
    guide(),
    buildId(LANGUAGE),
    pageFiles(),
    offlinePage(LANGUAGE),
    // Browsers of tests load the pseudo-locale over no network.
    LANGUAGE === 'en-XA' ? [] : precompress(),
  ],
})
