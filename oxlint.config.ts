import { defineConfig, type OxlintOverride } from 'oxlint'

/**
 * Import rules (ARCHITECTURE.md). Each side starts from its strictest rule, and only named places get more, so that
 * a new feature or folder is restricted from its first file. `server/testing/architecture/import-rules.test.ts` breaks
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

const sharedBans = [parents, noServer, noClient, noNode]
const sharedLayers = (...own: string[]) =>
  only('shared', ['lib/**', ...own], 'What both sides agree on comes from lib/ or an earlier module.')

const clientLayersAnd = (...own: string[]) =>
  only(
    'client',
    ['lib/**', 'ui/**', ...own],
    'Modules take what they need from lib/, ui/ or an earlier module; never from app/ or a later module.',
  )
const clientLayers = clientLayersAnd()
const PORTS = [
  'lib/**',
  // Files that all modules share.
  'modules/*.ts',
  // A collection that the store's transactions need and that no module owns.
  'image-files/collection.ts',
  ...['store', 'identity', 'image-files', 'mail', 'metrics'].map((name) => `${name}/port.ts`),
  // Helpers of commands on top of the store's port.
  ...['all-of', 'delete-before', 'joined-id', 'request-counts', 'retry-on-contention'].map(
    (name) => `store/${name}.ts`,
  ),
  // Parts that have one implementation.
  ...['jobs/jobs', 'jobs/job-runs', 'logging/log-sink', 'logging/logger'].map((name) => `${name}.ts`),
  ...['drawing', 'renderer'].map((name) => `preview-images/${name}.ts`),
  // The declarations of views and their queries, without their storage.
  ...['sql', 'view', 'words', 'content-words', 'sort-keys', 'cursor', 'rights', 'seat-figures', 'cards'].map(
    (name) => `views/${name}.ts`,
  ),
]
const serverLayers = (message: string, ...more: string[]) => only('server', [...PORTS, ...more], message)
const siblings =
  'A module takes the modules before it whole, and imports their module.ts, types.ts, rights.ts and rules.ts.'
/**
 * The types that a module publishes to the others, such as `SessionContext`. A test ensures that these files contain only
 * types.
 */
const MODULE_TYPES = 'modules/**/types.ts'

const clientBans = [parents, noServer, noNode, noFirebaseSdk, noValidator]
const serverBans = [parents, noClient, noAdapterSdk]

const rule = (files: string[], bans: Ban[]): OxlintOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: bans }] },
})

/**
 * The modules in their order. A module uses those before it, on every side. It is notified about those after it only
 * through subscriptions.
 */
export const MODULES = [
  'operations',
  'community',
  'people',
  'chapters',
  'accounts',
  'prestige',
  'events',
  'attendance',
  'programme',
  'calendar',
  'conversation',
  'meetings',
  'rounds',
  'notifications',
  'moderation',
  'dashboard',
  'search',
  'admin',
]

/** Files that people read from: their texts are in catalogues (docs/languages.md). */
const TRANSLATED = ['client/**', 'shared/**', 'server/{http,lib,modules,preview-images}/**']
/** Texts for developers and operators, names that are the same in all languages, and SQL. */
const NOT_TRANSLATED = [
  '**/*.test.{ts,tsx}',
  'client/{build,e2e,testing}/**',
  'client/lib/error-log/{early-errors,recorder}.ts',
  'client/ui/{form/TextListField.tsx,overlays/{Dialog.tsx,menu-keys.ts}}',
  'client/ui/picture/webp.ts',
  'shared/*/{api,settings-api}.ts',
  'shared/lib/{client-settings,date-style,plain-link,screens,time-zone-labels}.ts',
  'shared/lib/language/{languages,parse}.ts',
  'shared/lib/markdown/elements.ts',
  'server/http/{health,openapi}.ts',
  'server/http/pages/{spa,theme}.ts',
  'server/lib/{device,failure,system-errors}.ts',
  'server/preview-images/drawing.ts',
  'server/modules/*/module.ts',
  'server/modules/**/view.ts',
  'server/modules/accounts/{language/service,sessions/exchange}.ts',
  'server/modules/operations/{client-errors,source-maps}/**',
  'server/modules/notifications/emails/content/styles.ts',
  'server/modules/calendar/atom.ts',
]

/** The parts of a module and of those before it: the order holds across the sides. */
const sharedUpTo = (index: number, ...more: string[]) =>
  sharedLayers(...more, ...MODULES.slice(0, index + 1).map((earlier) => `${earlier}/**`))

const sharedModules = MODULES.map((name, index) =>
  rule([`shared/${name}/**`], [...sharedBans, sharedUpTo(index)]),
)

const clientModules = MODULES.map((name, index) =>
  rule(
    [`client/modules/${name}/**`],
    [
      ...clientBans,
      sharedUpTo(index, 'api.ts'),
      clientLayersAnd(...MODULES.slice(0, index + 1).map((earlier) => `modules/${earlier}/**`)),
    ],
  ),
)

/** A module's own files, the types that the other modules publish, and `module.ts` and the rules of each module before it. */
const ofModule = (name: string, index: number) => [
  `modules/${name}/**`,
  ...MODULES.slice(0, index).flatMap((earlier) => [
    `modules/${earlier}/module.ts`,
    `modules/${earlier}/**/{rights,rules}.ts`,
  ]),
  MODULE_TYPES,
]

const serverModules = MODULES.flatMap((name, index) => [
  rule(
    [`server/modules/${name}/**`],
    [...serverBans, sharedUpTo(index), noHttp, serverLayers(siblings, ...ofModule(name, index))],
  ),
  rule(
    [`server/modules/${name}/**/routes.ts`, `server/modules/${name}/sessions/{hooks,cookie}.ts`],
    [...serverBans, sharedUpTo(index), serverLayers(siblings, ...ofModule(name, index), 'http/**')],
  ),
])

export default defineConfig({
  jsPlugins: ['./server/tools/lint/prose.ts'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'prose/comment-opening': 'error',
    'prose/test-title': 'error',
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
  },
  overrides: [
    rule(['shared/**'], [...sharedBans, sharedLayers()]),
    ...sharedModules,

    {
      files: TRANSLATED,
      excludeFiles: NOT_TRANSLATED,
      rules: { 'prose/untranslated': 'error' },
    },
    rule(['client/**'], [...clientBans, clientLayers]),
    ...clientModules,
    rule(['client/lib/**'], [parents, noServer, noNode, noValidator, clientLayers]),
    rule(['client/ui/**'], [parents, noServer, noNode, noFirebaseSdk, noValidator, clientLayers]),
    rule(['client/app/**', 'client/offline/**', 'client/*.ts', 'client/*.tsx'], clientBans),
    rule(['client/build/**', 'client/*.config.ts'], [parents, noServer]),
    rule(
      ['client/**/*.test.ts', 'client/**/*.test.tsx', 'client/e2e/**'],
      [
        parents,
        only(
          'server',
          ['testing/**', 'tools/**'],
          'Tests of the client start the server, and then meet it over HTTP.',
        ),
      ],
    ),

    rule(
      ['server/**'],
      [...serverBans, serverLayers('Only app.ts, modules.ts and main.ts know everything.')],
    ),
    rule(
      ['server/config/**'],
      [...serverBans, serverLayers('The configuration is below everything.', 'config/**')],
    ),
    rule(['server/lib/**'], [...serverBans, serverLayers('lib/ is below everything.')]),
    ...serverModules,
    rule(
      ['server/modules/platform.ts'],
      [...serverBans, serverLayers('The platform knows ports and the configuration.', 'config/config.ts')],
    ),
    // Sends messages to the push services that members' browsers name.
    rule(
      ['server/modules/notifications/push/https-post.ts'],
      [...serverBans, serverLayers('The sender to other hosts knows no module.')],
    ),
    rule(
      ['server/http/**'],
      [...serverBans, serverLayers('HTTP knows no module.', 'config/config.ts', 'http/**')],
    ),
    rule(
      ['server/logging/**'],
      [...serverBans, serverLayers('The log knows no module.', 'config/config.ts')],
    ),
    rule(['server/metrics/**'], [...serverBans, serverLayers('Metrics know no module.', 'config/config.ts')]),
    rule(
      ['server/store/**', 'server/identity/**', 'server/mail/**'],
      [parents, noClient, serverLayers('An adapter knows only its port.')],
    ),
    rule(
      ['server/store/**'],
      [
        parents,
        noClient,
        serverLayers('A store knows its port, and how views are kept.', 'store/**', 'views/**'),
      ],
    ),
    rule(
      ['server/views/**'],
      [parents, noClient, serverLayers('Views know the port of the store.', 'views/**')],
    ),
    rule(
      ['server/{app,modules,platform,scopes,collections}.ts'],
      [
        ...serverBans,
        none('Only main.ts opens adapters.', '\\#server/store/**', '!\\#server/store/port.ts'),
        none('Only main.ts opens adapters.', '\\#server/identity/*', '!\\#server/identity/port.ts'),
        none('Only main.ts opens adapters.', '\\#server/mail/*', '!\\#server/mail/port.ts'),
        none('Only main.ts opens adapters.', '\\#server/image-files/folder.ts'),
        none('Only main.ts opens adapters.', '\\#server/metrics/*', '!\\#server/metrics/port.ts'),
      ],
    ),
    rule(
      ['server/{demo,tasks,tools}/**'],
      [
        parents,
        noClient,
        none('Only tests and benchmarks use what is made for tests.', '\\#server/testing/**'),
      ],
    ),
    rule(['server/main.ts', 'server/{testing,bench}/**', 'server/**/*.test.ts'], [parents, noClient]),

    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'client/e2e/**', 'server/{testing,tools,bench}/**'],
      rules: {
        // Helpers of a single test are easiest to read inside it.
        'unicorn/consistent-function-scoping': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      },
    },
    {
      // These start the processes that own the environment; all other code receives a Config.
      files: [
        'server/main.ts',
        'server/identity/sdk.ts',
        'server/store/firestore/feed/listen.ts',
        'server/{demo,tasks,testing,tools,bench}/**',
        '**/*.test.ts',
        'client/build/**',
        'client/*.config.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
  ],
  ignorePatterns: ['dist', '.data', 'node_modules'],
})
