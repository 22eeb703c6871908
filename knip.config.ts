import type { KnipConfig } from 'knip'

/** Finds files, exports and dependencies that nothing uses. Files that are started by their name are listed here. */
const config: KnipConfig = {
  entry: [
    'client/{boot.ts,main.tsx,index.html,vite.config.ts,render.config.ts}',
    'client/testing/explore/promises.ts',
    'client/offline/{page.ts,page.html,worker.ts}',
    'client/app/{render.tsx,routes/*.tsx}',
    'client/e2e/harness/page/{index.html,main.tsx}',
    'server/main.ts',
    'server/demo/{start,dev}.ts',
    'server/bench/{run,servers/*}.ts',
    'server/tasks/*.{ts,mjs}',
    'server/tasks/generators/*.ts',
    'server/tasks/checks/slowest-files.ts',
    'server/preview-images/worker.ts',
    'server/modules/operations/source-maps/worker.ts',
    'server/modules/rounds/{matching,tables}/worker.ts',
    'server/store/sqlite/checkpoint-worker.ts',
    'server/store/{sqlite,firestore}/*test-process.ts',
    'server/testing/{processes/*-process,stand-ins/google-detour}.ts',
    'server/testing/releases/{write-sample,read-back}.ts',
    'client/e2e/harness/write-browser-sample.ts',
    'server/tools/end-with-parent.ts',
    'server/tools/auth-emulator/auth-emulator-host.ts',
  ],
  project: ['{client,server,shared}/**/*.{ts,tsx,mjs,html}'],
  ignoreDependencies: [
    // Named in a style sheet, and composed in `server/preview-images/fonts.ts`.
    /^@fontsource-variable\//,
    // `npm run explore` fetches it.
    '@antithesishq/bombadil',
  ],
  ignoreBinaries: ['mkfifo', 'nginx', 'prlimit'],
  compilers: {
    // Pages name their texts: `{{app.offlineTitle}}`.
    html: (page: string) =>
      [...page.matchAll(/\{\{(\w+)\.(\w+)\}\}/g)]
        .map(([, module, name]) => `import { ${name} } from '#shared/${module}/messages.ts'`)
        .join('\n'),
  },
  // The router passes the whole module on.
  ignoreIssues: { 'client/app/shells/MemberLayout.tsx': ['exports'] },
}

export default config
