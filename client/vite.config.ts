import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

import { bootScript } from './build/boot-script.ts'
import { buildId } from './build/build-id.ts'
import { fontPreload } from './build/font-preload.ts'
import { landingPage } from './build/landing-page.ts'
import { noFallbackThrottle } from './build/no-fallback-throttle.ts'
import { offlinePage } from './build/offline.ts'
import { precompress } from './build/precompress.ts'

const server = process.env['SERVER_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** What the page asks of its own origin and the Vite server cannot answer; the Auth emulator's paths included. */
const SERVER_PATHS = [
  '/api',
  '/images',
  '/theme',
  '/calendar',
  '/unsubscribe',
  '/__',
  '/emulator',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
]

/**
 * Two files for every visit: libraries, which change with their versions only, and the app's own frame. Whatever of
 * a library only a later screen needs is not `$initial`, and comes with that screen.
 */
const FIRST_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 1 },
  { name: 'app', tags: ['$initial'] },
]

/**
 * A few lines each, which many member screens share and no public one: every file that a screen needs costs its name in
 * the app's own frame.
 */
const SMALL_MODULES: Rolldown.CodeSplittingGroup = {
  name: 'small',
  test: /[\\/]client[\\/](ui[\\/](Badge|Card|CopyField|Dialog|EmptyState|Facts|LinkedText|Menu|Stack|Table|patterns\.module)\.|lib[\\/](live-query|recent-sign-in|use-focus-fallback|edits[\\/]Unsaved|offline-queue[\\/]has-unsent)\.)|[\\/](check-in-codes|event-(labels|rules)|meeting-(labels|paths)|profile-edit|settings-paths|use-sign-out)\.ts$|[\\/]usePrefetchQuery\./,
}

/** As small, and on most screens with a form, public ones too. */
const FIELDS: Rolldown.CodeSplittingGroup = {
  name: 'fields',
  test: /[\\/]client[\\/]ui[\\/]((Checkbox|Search|Select|Text)?Field|matches)\./,
}

/** Shared by the screens for signing in and creating an account. */
const ACCOUNT: Rolldown.CodeSplittingGroup = {
  name: 'account',
  test: /[\\/]client[\\/](features[\\/]account[\\/](account\.module|AccountCard|auth-errors|checks|destination|GoogleButton|LinkedEvent|SignInFailure|use-command)\.|ui[\\/]PasswordField\.)/,
}

/** The panel and the screen show the same list: one file. */
const NOTIFICATIONS: Rolldown.CodeSplittingGroup = {
  name: 'notifications',
  test: /[\\/]notifications[\\/]Notification/,
}

export default defineConfig({
  root: import.meta.dirname,
  // The Host check of the server allows one origin, so the proxy must not rewrite it.
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    outDir: fileURLToPath(new URL('../dist/client', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // Every browser with popovers has it.
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
    // For the test of the bundle budgets; the server serves no folder that starts with a dot.
    manifest: true,
    // Measured by the test of the bundle budgets.
    reportCompressedSize: false,
    // A data: URL would need its own permission in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...FIRST_CHUNKS, SMALL_MODULES, FIELDS, NOTIFICATIONS, ACCOUNT] } },
    },
  },
  worker: { format: 'es' },
  // Its binary is found beside its code, where the development server's bundler would not put it.
  optimizeDeps: { exclude: ['@jsquash/webp'] },
  plugins: [
    react(),
    noFallbackThrottle(),
    bootScript(),
    fontPreload(),
    buildId(),
    landingPage(),
    offlinePage(),
    precompress(),
  ],
})
