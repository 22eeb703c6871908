import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { defineConfig, type OxlintOverride } from 'oxlint'

/**
 * Who may import what (ARCHITECTURE.md). Each side starts from its strictest rule, and only named places get more,
 * so that a new feature or folder is restricted from its first file. `server/testing/import-rules.test.ts` breaks
 * every rule on purpose. Patterns are those of gitignore, where a leading `#` has to be escaped.
 */
interface Ban {
  group: string[]
  message: string
  allowTypeImports?: boolean
}

const only = (side: string, allowed: string[], message: string): Ban => ({
  group: [`\\#${side}/**`, ...allowed.map((path) => `!\\#${side}/${path}`)],
  message,
})
const none = (message: string, ...group: string[]): Ban => ({ group, message })

const parents = none('Relative imports stay within a folder; use #shared, #server or #client.', '../**')
const noServer = none('The client meets the server only over HTTP.', '\\#server/**')
const noClient = none('The server meets the client only over HTTP.', '\\#client/**')
const noNode = none('This runs in browsers.', 'node:*')
const noFirebaseSdk = none('Only client/lib knows the identity provider.', 'firebase', 'firebase/**')
const noBaseUi = none('Only client/ui knows Base UI.', '@base-ui/**')
const noValidator: Ban = {
  group: ['typebox', 'typebox/**'],
  message: 'Browsers get types and constants, never the schema library.',
  allowTypeImports: true,
}
const noAdapterSdk = none(
  'Only the adapters of store and identity know a vendor.',
  'firebase-admin',
  'firebase-admin/**',
  '@google-cloud/**',
  'node:sqlite',
  'nodemailer',
  'nodemailer/**',
)
const noHttp = none(
  'Only routes, and the hooks of sessions, know HTTP.',
  'fastify',
  '@fastify/**',
  'node:http',
  'node:https',
)

const clientLayersAnd = (...own: string[]) =>
  only(
    'client',
    ['lib/**', 'ui/**', ...own],
    'Features and ui/ take what they need from lib/, ui/ or their parent; never from app/ or a sibling feature.',
  )
const clientLayers = clientLayersAnd()
const PORTS = [
  'lib/**',
  ...['store', 'identity', 'image-files', 'mail', 'metrics'].map((name) => `${name}/port.ts`),
  // How a view is declared and asked; not how it is kept.
  ...['sql', 'view', 'words', 'content-words', 'cursor', 'rights', 'cards'].map((name) => `views/${name}.ts`),
]
const serverLayers = (message: string, ...more: string[]) => only('server', [...PORTS, ...more], message)
const siblings = 'A feature declares the function that it needs, and services.ts passes it.'
/** What a feature publishes to the others, such as `Actor`. A test ensures that these files contain only types. */
const FEATURE_TYPES = 'features/*/types.ts'

const clientBans = [parents, noServer, noNode, noFirebaseSdk, noBaseUi, noValidator]
const serverBans = [parents, noClient, noAdapterSdk]

const rule = (files: string[], bans: Ban[]): OxlintOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: bans }] },
})

/** The features about one event share its data, its labels and the header of their panels; nothing else. */
const EVENT_FEATURES = [
  'announcements',
  'check-in',
  'event-editor',
  'event-lifecycle',
  'meet-again',
  'roster',
  'rsvp',
]
const EVENT_MODEL = ['queries.ts', 'labels.ts', 'rsvp-phase.ts', 'EventPanel.tsx'].map(
  (file) => `features/events/${file}`,
)

/** So that a feature's subfolders reach the rest of it. */
const clientFeatures = readdirSync(join(import.meta.dirname, 'client/features')).map((name) =>
  rule(
    [`client/features/${name}/**`],
    [
      ...clientBans,
      clientLayersAnd(`features/${name}/**`, ...(EVENT_FEATURES.includes(name) ? EVENT_MODEL : [])),
    ],
  ),
)

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'react/react-in-jsx-scope': 'off',
    // `import { type A }` keeps the import at run time, and everything that the module imports.
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    // Services are closures: their methods have no `this` to lose.
    'typescript/unbound-method': 'off',
    // The compiler checks declared return types; effects without cleanup return nothing on purpose.
    'typescript/consistent-return': 'off',
    // Both are wrong more often than right: a widening on purpose, letters of a known text, a copy of web storage.
    'typescript/no-unnecessary-type-assertion': 'off',
    'typescript/no-misused-spread': 'off',
    // Made for Express, which loses rejected promises.
    'oxc/no-async-endpoint-handlers': 'off',
    'node/no-process-env': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    'max-lines': ['error', { max: 400 }],
  },
  overrides: [
    rule(['shared/**'], [parents, noServer, noClient, noNode]),

    rule(['client/**'], [...clientBans, clientLayers]),
    ...clientFeatures,
    rule(['client/lib/**'], [parents, noServer, noNode, noBaseUi, noValidator, clientLayers]),
    rule(['client/ui/**'], [parents, noServer, noNode, noFirebaseSdk, noValidator, clientLayers]),
    rule(['client/app/**', 'client/*.ts', 'client/*.tsx'], clientBans),
    rule(['client/build/**', 'client/*.config.ts'], [parents, noServer]),
    rule(
      ['client/**/*.test.ts', 'client/**/*.test.tsx', 'client/e2e/**'],
      [
        parents,
        only('server', ['testing/**'], 'Tests of the client start the server, and then meet it over HTTP.'),
      ],
    ),

    rule(
      ['server/**'],
      [...serverBans, serverLayers('Only app.ts, services.ts and main.ts know everything.')],
    ),
    rule(['server/lib/**'], [...serverBans, serverLayers('lib/ is below everything.', 'config.ts')]),
    rule(['server/features/**'], [...serverBans, noHttp, serverLayers(siblings, FEATURE_TYPES)]),
    rule(
      [
        'server/features/*/routes.ts',
        'server/features/admin/*/routes.ts',
        'server/features/session/{hooks,cookie}.ts',
      ],
      [...serverBans, serverLayers(siblings, 'http/**', FEATURE_TYPES)],
    ),
    rule(['server/http/**'], [...serverBans, serverLayers('HTTP knows no feature.', 'config.ts')]),
    rule(['server/metrics/**'], [...serverBans, serverLayers('Metrics know no feature.', 'config.ts')]),
    rule(
      ['server/store/**', 'server/identity/**', 'server/mail/**'],
      [parents, noClient, serverLayers('An adapter knows only its port.')],
    ),
    rule(
      ['server/store/**'],
      [parents, noClient, serverLayers('A store knows its port, and how views are kept.', 'views/**')],
    ),
    rule(
      ['server/views/**'],
      [parents, noClient, serverLayers('Views know the port of the store.', 'views/**')],
    ),
    rule(
      [
        'server/{app,services,client-errors,meeting-preparation,event-organising,administration,community,moderation,service-deps,later-calls,notification-delivery,live-views,email-delivery,scheduled-jobs,service-health,areas,collections,account-data-parts,account-data-features}.ts',
      ],
      [
        ...serverBans,
        none('Only main.ts opens adapters.', '\\#server/store/*', '!\\#server/store/port.ts'),
        none('Only main.ts opens adapters.', '\\#server/identity/*', '!\\#server/identity/port.ts'),
        none('Only main.ts opens adapters.', '\\#server/mail/*', '!\\#server/mail/port.ts'),
        none('Only main.ts opens adapters.', '\\#server/image-files/folder.ts'),
        none('Only main.ts opens adapters.', '\\#server/metrics/*', '!\\#server/metrics/port.ts'),
      ],
    ),
    rule(
      ['server/main.ts', 'server/{demo,tasks,testing,bench}/**', 'server/**/*.test.ts'],
      [parents, noClient],
    ),

    {
      // One place that constructs every service, or lists all personal data, is worth more than two short ones.
      files: ['server/{services,account-data-parts}.ts'],
      rules: { 'max-lines': ['error', { max: 550 }] },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'client/e2e/**', 'server/{testing,bench}/**'],
      rules: {
        // What only one test needs is best read inside it.
        'unicorn/consistent-function-scoping': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      },
    },
    {
      // They start the processes whose environment it is; everyone else is passed a Config.
      files: [
        'server/main.ts',
        'server/identity/sdk.ts',
        'server/{demo,tasks,testing,bench}/**',
        '**/*.test.ts',
        'client/build/**',
        'client/*.config.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
  ],
  ignorePatterns: ['dist', '.data', 'node_modules'],
})
