import type { KnipConfig } from 'knip'

/** Finds files, exports and dependencies that nothing uses. What is started by its file name is listed here. */
const config: KnipConfig = {
  entry: [
    'client/boot.ts',
    'client/offline/{page,worker}.ts',
    'client/app/prerender.tsx',
    'client/e2e/harness/page/main.tsx',
    'server/main.ts',
    'server/demo/{start,dev}.ts',
    'server/bench/{run,*-server}.ts',
    'server/tasks/*.{ts,mjs}',
    'server/tasks/checks/slowest-files.ts',
    'server/lib/source-maps/worker.ts',
    'server/store/sqlite-{checkpoint-worker,test-process,views-test-process}.ts',
    'server/testing/{end-with-parent,google-detour,*-process,*-server}.ts',
  ],
  project: ['{client,server,shared}/**/*.{ts,tsx,mjs}'],
  ignoreDependencies: [
    // Named in a style sheet.
    '@fontsource-variable/fraunces',
  ],
  ignoreBinaries: ['mkfifo', 'nginx'],
  // The router passes the whole module on.
  ignoreIssues: { 'client/app/MemberLayout.tsx': ['exports'] },
}

export default config
